import { MODES } from '../permission-modes.ts';

export const SYNOPSIS = 'sluice acp [OPTION…]';

export const HELP = `Usage: ${SYNOPSIS}

An agent for editors that support the Agent Client Protocol (ACP), over standard input and output. The editor starts it;
see docs/acp.md for how to configure your editor.

Takes the options of sluice -p for models, rules, tools and MCP servers, such as:
  --model MODEL              default for new sessions
  --permission-mode MODE     mode of new sessions: ${MODES}
  --allowedTools RULE…       rules that allow calls without asking
  --disallowedTools RULE…    rules that deny calls
  --mcp-config FILE|JSON     MCP servers, in addition to the editor's
  --effort LEVEL             how much the model thinks
  --help                     show this text

Exit code: 0 when the editor closes standard input; 2 for invalid usage.
`;
