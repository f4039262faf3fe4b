export const SYNOPSIS = `Usage: sluice tools list [--json] [--api anthropic|openai|gemini] [--cwd DIR] [--settings FILE] [--deny RULE]`;

export const HELP = `sluice tools list: prints the built-in tools, without those that a rule of the settings denies as such.

${SYNOPSIS}

Options:
  --json      Prints the definitions as JSON, the same bytes every time: what to send to a model.
  --api NAME  The model API whose form they take; implies --json. Default anthropic.
  --cwd DIR   Whose settings count. Default: the current directory.
  --settings FILE
              Reads settings from this file too, or from JSON given here.
  --deny RULE Adds a rule, such as Bash; may be given several times.
  --help
`;
