import { shellWord } from "../../base/tools/text.ts";
import { type Arguments, type Command, type Flag, HELP, UsageError } from "./command.ts";
import { print } from "./shell.ts";

/** The script of each shell. */
const SHELLS: Readonly<Record<string, (commands: readonly Command[]) => string>> = { bash, zsh, fish };

/** `kubecast completion`: prints a script with which a shell completes commands and flags. */
export function completionCommand(commands: () => readonly Command[]): Command {
  return {
    name: "completion",
    operands: Object.keys(SHELLS).join("|"),
    summary: "Print a script with which a shell completes commands and flags.",
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

function flagsOf({ flags }: Command): [name: string, flag: Flag][] {
  return Object.entries({ ...flags, help: HELP });
}

/**
 * The choices of flags that have them, each with the pattern of its command and flag, such as
 * `watch --output|watch -o`.
 */
function choicesOf(commands: readonly Command[]): [patterns: string, choices: readonly string[]][] {
  return commands.flatMap((command) =>
    flagsOf(command).flatMap(([name, { short, choices }]): [string, readonly string[]][] => {
      const flags = [`--${name}`, ...short === undefined ? [] : [`-${short}`]];
      return choices === undefined ? [] : [[flags.map((flag) => `"${command.name} ${flag}"`).join("|"), choices]];
    })
  );
}

/** The flags that may be given instead of a command. */
const FIRST_FLAGS = ["--help", "--version"];

function bash(commands: readonly Command[]): string {
  const cases = commands.map((command) =>
    `    ${command.name}) words="${flagsOf(command).map(([name]) => `--${name}`).join(" ")}" ;;`
  );
  const values = choicesOf(commands).map(([patterns, choices]) => `    ${patterns}) words="${choices.join(" ")}" ;;`);
  return `_kubecast() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" flag="\${COMP_WORDS[COMP_CWORD - 1]}" words=""
  # bash takes --flag=value for three words.
  if [ "$cur" = = ]; then cur=""; elif [ "$flag" = = ]; then flag="\${COMP_WORDS[COMP_CWORD - 2]}"; fi
  case " \${COMP_WORDS[*]:0:COMP_CWORD} " in *" -- "*) COMPREPLY=(); return ;; esac
  if [ "$COMP_CWORD" = 1 ]; then words="${[...commands.map(({ name }) => name), ...FIRST_FLAGS].join(" ")}"
  elif [ "\${COMP_WORDS[1]}" = completion ]; then words="${Object.keys(SHELLS).join(" ")}"
  elif [[ "$cur" == -* ]]; then case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  else case "\${COMP_WORDS[1]} $flag" in
${values.join("\n")}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _kubecast kubecast
`;
}

function zsh(commands: readonly Command[]): string {
  const entry = (name: string, text: string): string => shellWord(`${name.replaceAll(":", "\\:")}:${text}`);
  const cases = commands.map((command) =>
    `    ${command.name}) flags=(${flagsOf(command).map(([name, { text }]) => entry(`--${name}`, text)).join(" ")}) ;;`
  );
  const values = choicesOf(commands).map(([patterns, choices]) =>
    `    ${patterns}) compadd ${choices.join(" ")}; return ;;`
  );
  return `#compdef kubecast
_kubecast() {
  local -a commands flags
  local flag="$words[CURRENT-1]"
  commands=(${commands.map(({ name, summary }) => entry(name, summary)).join(" ")})
  if (( CURRENT == 2 )); then _describe command commands; compadd ${FIRST_FLAGS.join(" ")}; return; fi
  if (( \${words[(i)--]} < CURRENT )); then _files; return; fi
  if [[ "$words[2]" == completion ]]; then compadd ${Object.keys(SHELLS).join(" ")}; return; fi
  if [[ "$PREFIX" == --*=* ]]; then flag="\${PREFIX%%=*}"; compset -P 1 '*='; fi
  case "$words[2]" in
${cases.join("\n")}
  esac
  case "$words[2] $flag" in
${values.join("\n")}
  esac
  if [[ "$PREFIX" == -* ]]; then _describe flag flags; else _files; fi
}
compdef _kubecast kubecast
`;
}

function fish(commands: readonly Command[]): string {
  const first = "complete -c kubecast -n __fish_use_subcommand -f";
  const lines = commands.flatMap((command) => {
    const start = `complete -c kubecast -n '__kubecast_is ${command.name}'`;
    return [
      `${first} -a ${command.name} -d ${shellWord(command.summary)}`,
      ...flagsOf(command).flatMap(([name, { text, value, short, choices }]) => {
        const flag = `${start} -l ${name}${short === undefined ? "" : ` -s ${short}`}`;
        return [
          // Precedes the flag's own line, because fish uses the last line, whose text would otherwise describe the
          // values too.
          ...choices === undefined ? [] : [`${flag} -x -a ${shellWord(choices.join(" "))}`],
          `${flag}${value === undefined ? "" : " -r"} -d ${shellWord(text)}`,
        ];
      }),
    ];
  });
  return `function __kubecast_is
  set -l words (commandline -opc)
  test "$words[2]" = $argv[1]
end
${FIRST_FLAGS.map((flag) => `${first} -a ${flag}`).join("\n")}
${lines.join("\n")}
complete -c kubecast -n '__kubecast_is completion' -f -a '${Object.keys(SHELLS).join(" ")}'
`;
}
