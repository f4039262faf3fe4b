export const SYNOPSIS = `Usage: sluice tools list [--json] [--api anthropic|openai|gemini] [--cwd DIR]
                         [--settings FILE] [--deny RULE] [--mcp] [--mcp-config FILE] [--strict-mcp-config]`;

export const HELP = `sluice tools list: list the tools, except those that your settings deny.

${SYNOPSIS}

Options:
  --json           Print the tool definitions as JSON, ready to send to a model. Always the same bytes.
  --api NAME       Print them in the format of this model API (implies --json). Default: anthropic.
  --cwd DIR        Directory whose settings apply. Default: the current directory.
  --settings FILE  Also read settings from this file, or from inline JSON.
  --deny RULE      Add a deny rule, such as Bash. Repeatable.
  --mcp            Also connect to the MCP servers of this directory, and list their tools.
  --mcp-config FILE, --strict-mcp-config   Also use, or only use, the servers in this file (or JSON). Implies --mcp.
  --help           Show this help.
`;
