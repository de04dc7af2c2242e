import { createRequire } from "node:module";

const ts = createRequire(import.meta.url)("../runtimes/node_modules/typescript");
const { SyntaxKind } = ts;

/**
 * A small change of a source file that tests should notice.
 *
 * @typedef {object} Mutant
 * @property {string} file
 * @property {number} line
 * @property {string} kind
 * @property {number} start Where the change begins, as an index into the text.
 * @property {number} end
 * @property {string} before
 * @property {string} replacement
 */

const FLIPPED = new Map([
  [SyntaxKind.LessThanToken, "<="],
  [SyntaxKind.LessThanEqualsToken, "<"],
  [SyntaxKind.GreaterThanToken, ">="],
  [SyntaxKind.GreaterThanEqualsToken, ">"],
  [SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [SyntaxKind.AmpersandAmpersandToken, "||"],
  [SyntaxKind.BarBarToken, "&&"],
  [SyntaxKind.PlusToken, "-"],
  [SyntaxKind.MinusToken, "+"],
  [SyntaxKind.AsteriskToken, "/"],
  [SyntaxKind.SlashToken, "*"],
  [SyntaxKind.PlusEqualsToken, "-="],
  [SyntaxKind.MinusEqualsToken, "+="],
  [SyntaxKind.PlusPlusToken, "--"],
  [SyntaxKind.MinusMinusToken, "++"],
]);

function isText(node) {
  return ts.isStringLiteral(node) || ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node);
}

/** Whether a `+` joins texts: another operator makes nonsense of it, and its words are not for tests to repeat. */
function joinsText(node) {
  return isText(node) || ts.isBinaryExpression(node) && (joinsText(node.left) || joinsText(node.right));
}

function isEquality(node) {
  const kind = ts.isBinaryExpression(node) ? node.operatorToken.kind : undefined;
  return kind === SyntaxKind.EqualsEqualsEqualsToken || kind === SyntaxKind.ExclamationEqualsEqualsToken;
}

function isNegation(node) {
  return ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken;
}

/** Whether a promise is awaited only to be returned: without `await`, the caller waits for it just as long. */
function isReturned(node) {
  let { parent } = node;
  while (ts.isConditionalExpression(parent) || ts.isParenthesizedExpression(parent)) parent = parent.parent;
  if (ts.isArrowFunction(parent)) return true;
  if (!ts.isReturnStatement(parent)) return false;
  let outer = parent;
  while (!ts.isFunctionLike(outer) && !ts.isTryStatement(outer)) outer = outer.parent;
  return !ts.isTryStatement(outer);
}

/** All mutants of a file; `text` is its source. */
export function mutantsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutants = [];
  const add = (kind, start, end, replacement) => {
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    mutants.push({ file, line, kind, start, end, before: text.slice(start, end), replacement });
  };
  const remove = (kind, node, replacement = ";") => add(kind, node.getStart(source), node.end, replacement);
  const negate = (condition) => {
    // These are mutants of their own.
    if (isEquality(condition) || isNegation(condition)) return;
    const inner = condition.getText(source);
    add("negated condition", condition.getStart(source), condition.end, `!(${inner})`);
  };

  function visit(node) {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      const flipped = FLIPPED.get(kind);
      const { operatorToken } = node;
      if (flipped !== undefined && !(kind === SyntaxKind.PlusToken && joinsText(node))) {
        add("flipped operator", operatorToken.getStart(source), operatorToken.end, flipped);
      }
      if (kind === SyntaxKind.QuestionQuestionToken) add("dropped ??", node.left.end, node.end, "");
    }
    if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
      const flipped = FLIPPED.get(node.operator);
      const at = ts.isPrefixUnaryExpression(node) ? node.getStart(source) : node.end - 2;
      if (flipped?.length === 2) add("flipped operator", at, at + 2, flipped);
      if (isNegation(node)) add("dropped !", at, at + 1, "");
    }
    if (ts.isIfStatement(node) || ts.isWhileStatement(node)) negate(node.expression);
    if (ts.isConditionalExpression(node)) negate(node.condition);
    if (ts.isNumericLiteral(node)) remove("number by one", node, `(${node.getText(source)} + 1)`);
    if (node.kind === SyntaxKind.TrueKeyword) remove("flipped boolean", node, "false");
    if (node.kind === SyntaxKind.FalseKeyword) remove("flipped boolean", node, "true");
    if (ts.isAwaitExpression(node) && !isReturned(node)) {
      remove("dropped await", node, `(${node.expression.getText(source)})`);
    }
    if (ts.isThrowStatement(node)) remove("removed throw", node);
    // `undefined` is as false as `false`, which becomes `true` in a mutant of its own.
    if (ts.isReturnStatement(node) && !/^(undefined|false)$/.test(node.expression?.getText(source) ?? "")) {
      remove("removed return", node, node.expression ? "return;" : ";");
    }
    const isSuper = ts.isExpressionStatement(node) && node.getText(source).startsWith("super(");
    if (ts.isExpressionStatement(node) && !isSuper) remove("removed statement", node);
    ts.forEachChild(node, visit);
  }

  visit(source);
  return mutants;
}
