export const SYNOPSIS = `Usage: sluice exec [FILE…] [options]
       sluice tools list [options]
       sluice --help | --version`;

export const HELP = `sluice: carries out the tool calls of language models, safely, in order and in parallel.

${SYNOPSIS}

Commands:
  exec        Reads tool calls (an Anthropic event stream, or JSON lines) and writes their results.
  tools list  Prints the tools, for people or as a model API takes them.

Each command has its own --help.
`;
