import { type Arguments, type Command, type Flag, HELP, UsageError } from "./command.ts";
import { print } from "./shell.ts";

/** The script of each shell. */
const SHELLS: Readonly<Record<string, (commands: readonly Command[]) => string>> = { bash, zsh, fish };

/** `kubecast completion`: prints a script by which a shell completes commands and flags. */
export function completionCommand(commands: () => readonly Command[]): Command {
  return {
    name: "completion",
    operands: Object.keys(SHELLS).join("|"),
    summary: "Print a script by which a shell completes commands and flags.",
    details: `bash: source <(kubecast completion bash), in ~/.bashrc.
zsh:  source <(kubecast completion zsh), in ~/.zshrc, after compinit.
fish: kubecast completion fish > ~/.config/fish/completions/kubecast.fish

Exit code: 0, or 2 for wrong usage.`,
    flags: {},
    examples: ["source <(kubecast completion bash)"],
    async run({ operands: [shell, ...more] }: Arguments): Promise<number> {
      if (shell === undefined || !Object.hasOwn(SHELLS, shell) || more.length > 0) {
        const received = shell === undefined ? "" : `, received ${JSON.stringify([shell, ...more].join(" "))}`;
        throw new UsageError(`The shell must be bash, zsh or fish${received}`);
      }
      await print(SHELLS[shell]!(commands()));
      return 0;
    },
  };
}

type FlagEntry = [
  name: string,
  text: string,
  takesValue: boolean,
  short: string | undefined,
  choices: readonly string[] | undefined,
];

function flagsOf({ flags }: Command): FlagEntry[] {
  return Object.entries({ ...flags, help: HELP }).map(([name, { text, value, short, choices }]: [string, Flag]) => {
    return [name, text, value !== undefined, short, choices];
  });
}

/** The values of flags that have a few, with the pattern of their command and flag: `watch --output|watch -o`. */
function choicesOf(commands: readonly Command[]): [patterns: string, choices: readonly string[]][] {
  return commands.flatMap((command) =>
    flagsOf(command).flatMap(([name, , , short, choices]): [string, readonly string[]][] => {
      const flags = [`--${name}`, ...short === undefined ? [] : [`-${short}`]];
      return choices === undefined ? [] : [[flags.map((flag) => `"${command.name} ${flag}"`).join("|"), choices]];
    })
  );
}

function bash(commands: readonly Command[]): string {
  const cases = commands.map((command) =>
    `    ${command.name}) words="${flagsOf(command).map(([name]) => `--${name}`).join(" ")}" ;;`
  );
  const values = choicesOf(commands).map(([patterns, choices]) => `    ${patterns}) words="${choices.join(" ")}" ;;`);
  return `_kubecast() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" = 1 ]; then words="${commands.map(({ name }) => name).join(" ")} --help --version"
  elif [ "\${COMP_WORDS[1]}" = completion ]; then words="${Object.keys(SHELLS).join(" ")}"
  elif [[ "$cur" == -* ]]; then case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  else case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD - 1]}" in
${values.join("\n")}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _kubecast kubecast
`;
}

function zsh(commands: readonly Command[]): string {
  const entry = (name: string, text: string): string => quoted(`${name.replaceAll(":", "\\:")}:${text}`);
  const cases = commands.map((command) =>
    `    ${command.name}) flags=(${flagsOf(command).map(([name, text]) => entry(`--${name}`, text)).join(" ")}) ;;`
  );
  const values = choicesOf(commands).map(([patterns, choices]) =>
    `    ${patterns}) compadd ${choices.join(" ")}; return ;;`
  );
  return `#compdef kubecast
_kubecast() {
  local -a commands flags
  commands=(${commands.map(({ name, summary }) => entry(name, summary)).join(" ")})
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  if [[ "$words[2]" == completion ]]; then compadd ${Object.keys(SHELLS).join(" ")}; return; fi
  case "$words[2]" in
${cases.join("\n")}
  esac
  case "$words[2] $words[CURRENT-1]" in
${values.join("\n")}
  esac
  if [[ "$PREFIX" == -* ]]; then _describe flag flags; else _files; fi
}
compdef _kubecast kubecast
`;
}

function fish(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c kubecast -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(command.summary)}`,
    ...flagsOf(command).map(([name, text, takesValue, short, choices]) =>
      `complete -c kubecast -n '__fish_seen_subcommand_from ${command.name}' -l ${name}` +
      `${short === undefined ? "" : ` -s ${short}`}${takesValue ? " -r" : ""}${
        choices === undefined ? "" : ` -f -a '${choices.join(" ")}'`
      } -d ${quoted(text)}`
    ),
  ]);
  lines.push(
    `complete -c kubecast -n '__fish_seen_subcommand_from completion' -f -a '${Object.keys(SHELLS).join(" ")}'`,
  );
  return `${lines.join("\n")}\n`;
}

/** A word of a shell. None of the texts has a backslash at its end. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
