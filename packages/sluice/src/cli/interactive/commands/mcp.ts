import { statusLines } from '../../mcp/look/status-lines.ts';
import type { SlashCommand } from './slash-command.ts';

const NONE = 'This session has no MCP servers. Add one in another terminal: sluice mcp add NAME -- COMMAND';

export const mcpCommand: SlashCommand = {
  name: 'mcp',
  argumentHint: '[reconnect NAME]',
  does: 'Show the MCP servers of this session, or connect one again',
  waits: false,
  run(args, { parts, print, note }) {
    const [verb = '', name = '', ...more] = args.trim().split(/\s+/);
    if (verb === '') {
      const lines = statusLines(parts.mcp?.status() ?? []);
      for (const line of lines.length === 0 ? [NONE] : lines) print(line);
      return;
    }
    if (verb !== 'reconnect' || name === '' || more.length > 0) {
      note('Use /mcp, or /mcp reconnect NAME.');
      return;
    }
    if (parts.mcp?.reconnect(name) === true) print(`Connecting to ${name} again. /mcp shows its state.`);
    else note(`No MCP server of that name is in use; /mcp lists them.`);
  },
};
