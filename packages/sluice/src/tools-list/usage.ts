export const SYNOPSIS = `Usage: sluice tools list [--json] [--api anthropic|openai|gemini]`;

export const HELP = `sluice tools list: prints the built-in tools.

${SYNOPSIS}

Options:
  --json      Prints the definitions as JSON, the same bytes every time: what to send to a model.
  --api NAME  The model API whose form they take; implies --json. Default anthropic.
  --help
`;
