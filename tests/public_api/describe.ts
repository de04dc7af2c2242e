/**
 * Describes the public API as text, a line a symbol or member: names, signatures and defaults, without words.
 *
 * The text is kept in `public_api.txt` beside this file; `deno task api` writes it anew.
 */

/** A type of `deno doc --json`. */
interface TypeDoc {
  readonly kind: string;
  // deno-lint-ignore no-explicit-any -- one shape for each kind, see `typeText`
  readonly value: any;
}

interface TypeParamDoc {
  readonly name: string;
  readonly constraint?: TypeDoc;
  readonly default?: TypeDoc;
}

interface ParamDoc {
  readonly kind: string;
  readonly name: string;
  readonly optional?: boolean;
  readonly tsType?: TypeDoc;
  /** The parameter that has a default value, and the one that takes the rest. */
  readonly left?: ParamDoc;
  readonly arg?: ParamDoc;
}

interface SignatureDoc {
  readonly typeParams?: readonly TypeParamDoc[];
  readonly params: readonly ParamDoc[];
  readonly returnType?: TypeDoc;
  readonly tsType?: TypeDoc;
}

interface MemberDoc extends SignatureDoc {
  readonly name: string;
  readonly kind?: string;
  readonly computed?: boolean;
  readonly readonly?: boolean;
  readonly optional?: boolean;
  readonly isStatic?: boolean;
  readonly accessibility?: string;
  readonly functionDef?: SignatureDoc;
  readonly jsDoc?: { readonly tags?: readonly { readonly kind: string; readonly value?: string }[] };
}

interface MembersDoc {
  readonly constructors?: readonly MemberDoc[];
  readonly callSignatures?: readonly MemberDoc[];
  readonly indexSignatures?: readonly MemberDoc[];
  readonly properties?: readonly MemberDoc[];
  readonly methods?: readonly MemberDoc[];
}

interface DefinitionDoc extends MembersDoc, SignatureDoc {
  readonly extends?: string | readonly TypeDoc[];
  readonly superTypeParams?: readonly TypeDoc[];
  readonly implements?: readonly TypeDoc[];
}

interface SymbolDoc {
  readonly name: string;
  readonly declarations: readonly { readonly kind: string; readonly def: DefinitionDoc }[];
}

/** The output of `deno doc --json`. */
export interface Documentation {
  /** By the URL of a module. */
  readonly nodes: Readonly<Record<string, { readonly symbols: readonly SymbolDoc[] }>>;
}

function list(items: readonly unknown[] | undefined, open: string, close: string): string {
  return items === undefined || items.length === 0 ? "" : open + items.join(", ") + close;
}

function typeText(type: TypeDoc | undefined): string {
  if (type === undefined) return "any";
  const { kind, value } = type;
  switch (kind) {
    case "keyword":
      return value;
    case "literal":
      return value.kind === "string" ? JSON.stringify(value.string) : String(value[value.kind]);
    case "typeRef":
      return value.typeName + list(value.typeParams?.map(typeText), "<", ">");
    case "union":
      return value.map(typeText).join(" | ");
    case "intersection":
      return value.map(typeText).join(" & ");
    case "array":
      return `${typeText(value)}[]`;
    case "tuple":
      return `[${value.map(typeText).join(", ")}]`;
    case "parenthesized":
      return `(${typeText(value)})`;
    case "typeOperator":
      return `${value.operator} ${typeText(value.tsType)}`;
    case "indexedAccess":
      return `${typeText(value.objType)}[${typeText(value.indexType)}]`;
    case "conditional":
      return `${typeText(value.checkType)} extends ${typeText(value.extendsType)} ? ${typeText(value.trueType)} : ` +
        typeText(value.falseType);
    case "mapped": {
      const { typeParam, nameType, readonly, optional, tsType } = value;
      const name = nameType === undefined ? "" : ` as ${typeText(nameType)}`;
      return `{ ${readonly ? "readonly " : ""}[${typeParam.name} in ${typeText(typeParam.constraint)}${name}]` +
        `${optional ? "?" : ""}: ${typeText(tsType)} }`;
    }
    case "fnOrConstructor":
      return (value.constructor ? "new " : "") + signatureText({ ...value, returnType: value.tsType }, " => ");
    case "typeLiteral":
      return `{ ${memberLines(value).join("; ")} }`;
    case "this":
      return "this";
  }
  throw new Error(`Cannot describe the public API: a type of the kind ${kind}`);
}

function typeParamsText(params: readonly TypeParamDoc[] | undefined): string {
  const texts = params?.map(({ name, constraint, default: given }) =>
    name + (constraint === undefined ? "" : ` extends ${typeText(constraint)}`) +
    (given === undefined ? "" : ` = ${typeText(given)}`)
  );
  return list(texts, "<", ">");
}

function paramText(param: ParamDoc, index: number): string {
  switch (param.kind) {
    case "assign":
      return paramText({ ...param.left!, optional: true }, index);
    case "rest":
      return `...${paramText({ ...param.arg!, tsType: param.tsType ?? param.arg!.tsType! }, index)}`;
    case "object":
      // Destructured: its names are no part of the API.
      return `options${param.optional ? "?" : ""}: ${typeText(param.tsType)}`;
  }
  return `${param.name ?? `_${index}`}${param.optional ? "?" : ""}: ${typeText(param.tsType)}`;
}

function signatureText({ typeParams, params, returnType }: SignatureDoc, arrow = ": "): string {
  return `${typeParamsText(typeParams)}(${params.map(paramText).join(", ")})` +
    (returnType === undefined ? "" : arrow + typeText(returnType));
}

/** The documented default of an option. */
function defaultText({ jsDoc }: MemberDoc): string {
  const given = jsDoc?.tags?.find(({ kind }) => kind === "default")?.value;
  return given === undefined ? "" : ` = ${given}`;
}

function isPublic({ accessibility, jsDoc }: MemberDoc): boolean {
  return accessibility !== "private" && !jsDoc?.tags?.some(({ kind }) => kind === "internal");
}

/** The public members by name, one line each. */
function memberLines(members: MembersDoc): string[] {
  const { constructors = [], callSignatures = [], indexSignatures = [], properties = [], methods = [] } = members;
  const nameOf = ({ name, isStatic, computed }: MemberDoc): string =>
    (isStatic ? "static " : "") + (computed && !name.startsWith("[") ? `[${name}]` : name);
  const callable = (member: MemberDoc): string =>
    nameOf(member) + (member.optional ? "?" : "") + signatureText(member.functionDef ?? member);
  return [
    ...constructors.filter(isPublic).map((member) => `new ${signatureText({ params: member.params })}`),
    ...callSignatures.map((member) => signatureText({ ...member, returnType: member.tsType! })),
    ...indexSignatures.map((member) => `[${member.params.map(paramText).join(", ")}]: ${typeText(member.tsType)}`),
    ...[
      ...properties.filter(isPublic).map((member) =>
        `${nameOf(member)}${member.optional ? "?" : ""}: ${typeText(member.tsType)}${defaultText(member)}` +
        (member.readonly ? "" : " (writable)")
      ),
      ...methods.filter(isPublic).map((member) =>
        member.kind === "getter"
          ? `${nameOf(member)}: ${typeText((member.functionDef ?? member).returnType)}`
          : member.kind === "setter"
          ? `set ${nameOf(member)}`
          : callable(member)
      ),
    ].sort(),
  ];
}

/** A symbol of an entry point: its head, then its members indented. */
function symbolText({ name, declarations }: SymbolDoc): string {
  return declarations.flatMap(({ kind, def }) => {
    const generic = name + typeParamsText(def?.typeParams);
    switch (kind) {
      case "reference":
        return [`${name}, of another entry point`];
      case "typeAlias":
        return [`type ${generic} = ${typeText(def.tsType)}`];
      case "variable":
        return [`const ${name}: ${typeText(def.tsType)}`];
      case "function":
        return [`function ${name}${signatureText(def)}`];
      case "interface": {
        const parents = list((def.extends as readonly TypeDoc[] | undefined)?.map(typeText), " extends ", "");
        return [`interface ${generic}${parents}`, ...memberLines(def).map((line) => `  ${line}`)];
      }
      case "class": {
        const parent = def.extends
          ? ` extends ${def.extends}${list(def.superTypeParams?.map(typeText), "<", ">")}`
          : "";
        const kept = list(def.implements?.map(typeText), " implements ", "");
        return [`class ${generic}${parent}${kept}`, ...memberLines(def).map((line) => `  ${line}`)];
      }
    }
    throw new Error(`Cannot describe the public API: ${name} is a ${kind}`);
  }).join("\n");
}

/**
 * Describes every entry point, in the order given.
 *
 * @param entryPoints The names as imported and the URLs of their modules.
 */
export function describePublicApi({ nodes }: Documentation, entryPoints: Iterable<readonly [string, string]>): string {
  const parts: string[] = [];
  for (const [name, url] of entryPoints) {
    const symbols = [...nodes[url]!.symbols].sort((a, b) => (a.name < b.name ? -1 : 1));
    parts.push(`# ${name}`, ...symbols.map(symbolText));
  }
  return parts.join("\n\n") + "\n";
}
