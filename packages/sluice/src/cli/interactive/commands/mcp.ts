import { presentItems } from '@sluice/base';
import { sanitize } from '@sluice/core';
import type { SlashCommand } from './slash-command.ts';

const NONE = 'This session has no MCP servers. Add one in another terminal: sluice mcp add NAME -- COMMAND';

const APPROVE = 'To see a server that is not approved, and to approve it: /mcp approve NAME';

export const mcpCommand: SlashCommand = {
  name: 'mcp',
  argumentHint: '[approve [NAME] | reconnect NAME]',
  does: "Show this session's MCP servers, approve the project's, or reconnect one",
  waits: false,
  async run(args, context) {
    const { parts, print, note } = context;
    // A name may have blanks.
    const [, verb = '', name = ''] = /^(\S*)\s*(.*)$/s.exec(args.trim()) ?? [];
    if (verb === '') {
      const statuses = parts.mcp?.status() ?? [];
      const { statusLines } = await import('../../mcp/look/status-lines.ts');
      const lines = statusLines(statuses);
      for (const line of lines.length === 0 ? [NONE] : lines) print(line);
      if (statuses.some(({ state }) => state === 'pending-approval')) print(APPROVE);
      const remedies = presentItems(statuses.map(({ name }) => parts.mcp?.userRemedy(name)));
      for (const remedy of remedies) print(sanitize(remedy));
      return;
    }
    if (verb === 'approve') {
      const { approveServers } = await import('./approve-servers.ts');
      return approveServers(name === '' ? undefined : name, context);
    }
    if (verb !== 'reconnect' || name === '') {
      note('Use /mcp, /mcp approve [NAME], or /mcp reconnect NAME.');
      return;
    }
    if (parts.mcp?.reconnect(name) === true) print(`Reconnecting to ${name}. /mcp shows its state.`);
    else note(`No MCP server with that name is in use; /mcp lists them.`);
  },
};
