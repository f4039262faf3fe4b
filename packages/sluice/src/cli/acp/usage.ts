import { MODES } from '../permission-modes.ts';

export const SYNOPSIS = 'sluice acp [OPTION…]';

export const HELP = `Usage: ${SYNOPSIS}

An agent for editors that speak the Agent Client Protocol (ACP), over standard input and output. The editor starts it; see
docs/acp.md for what to put into an editor's settings.

Takes the options of sluice -p that say which model, rules, tools and MCP servers sessions have, such as:
  --model MODEL              default for new sessions
  --permission-mode MODE     mode of new sessions: ${MODES}
  --allowedTools RULE…       rules that allow calls without a question
  --disallowedTools RULE…    rules that deny calls
  --mcp-config FILE|JSON     MCP servers, besides those that the editor names
  --effort LEVEL             how much the model thinks
  --help                     show this text

Exit status: 0 once the editor closes standard input, 2 for wrong usage.
`;
