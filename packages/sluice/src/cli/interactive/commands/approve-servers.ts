import { sanitize } from '@sluice/core';
import { saveApproval } from '@sluice/mcp/config';
import { findAgentServers } from '../../mcp/find-agent-servers.ts';
import { findOwnServers } from '../../mcp/find-own-servers.ts';
import { unknownServer } from '../../mcp/look/get-command.ts';
import { entryLines } from '../../mcp/look/server-text.ts';
import { placeOf } from '../../settings-place.ts';
import type { CommandContext } from './slash-command.ts';

/**
 * Shows the entries of a project's servers, and asks for each whether it may start. One that is approved starts in this session.
 * @param name undefined: all that wait for approval
 */
export async function approveServers(
  name: string | undefined,
  { parts, confirm, print, note }: Pick<CommandContext, 'parts' | 'confirm' | 'print' | 'note'>,
): Promise<void> {
  const placed = placeOf(parts.cwd);
  if (!placed.ok) return note(placed.message);
  const own = findOwnServers(placed.place, { configs: [], isStrict: false }, undefined);
  const { loaded } = own;
  const servers = [...own.servers, ...(await findAgentServers(placed.place, loaded))];
  for (const problem of [...own.errors, ...own.problems]) note(problem);
  const waiting = servers.filter(({ start }) => start.status === 'pending-approval');
  const chosen = waiting.filter((server) => name === undefined || server.name === name);
  if (chosen.length === 0) {
    const known = servers.find((server) => server.name === name);
    if (name === undefined) return note('No MCP server is waiting for approval.');
    const names = waiting.map((server) => server.name);
    return note(
      known === undefined
        ? unknownServer(name, names)
        : `The MCP server ${name} is not waiting for approval.`,
    );
  }
  for (const server of chosen) {
    const { hash, raw, agentFile, file = '' } = server;
    const from = `Start the MCP server ${JSON.stringify(server.name)} of ${file}?`;
    const shown = [from, ...entryLines(server), ...changesIn(server.start)].map(sanitize).join('\n');
    if (!(await confirm(shown))) {
      note(`The MCP server ${server.name} was not approved.`);
      continue;
    }
    const approval = { repository: loaded.trustRoot, server: server.name, agentFile, hash, entry: raw };
    const saved = await saveApproval(approval, placed.place);
    const then =
      agentFile === undefined
        ? 'It starts now; /mcp shows its state.'
        : 'It starts when the agent is next used.';
    if (saved.ok) print(`Approved ${sanitize(server.name)}. ${then}`);
    else note(saved.message);
  }
}

/** What has changed since an earlier approval is in the reason, after its first line. */
function changesIn(start: { readonly status: string; readonly reason?: string }): readonly string[] {
  return start.reason?.split('\n').slice(1) ?? [];
}
