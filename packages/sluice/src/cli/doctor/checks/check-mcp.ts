import type { PluginServers } from '@sluice/mcp/config';
import type { SettingsPlace } from '@sluice/settings';
import { findOwnServers } from '../../mcp/find-own-servers.ts';
import { connectServers } from '../../mcp/look/connect-servers.ts';
import type { Finding } from '../finding.ts';

/** Connects to the MCP servers of this directory. Undefined if there are none. */
export async function checkMcp(
  place: SettingsPlace,
  files: readonly string[] | undefined,
  plugins: readonly PluginServers[],
): Promise<Finding | undefined> {
  const name = 'MCP servers';
  const own = findOwnServers(place, { configs: [], isStrict: false, plugins }, files);
  if (own.servers.length === 0 && own.problems.length === 0) return undefined;
  const statuses = await connectServers(own.servers, own, 'unknown');
  const broken = statuses.filter(({ state }) => state === 'failed' || state === 'connecting');
  const connected = statuses.filter(({ state }) => state === 'connected').length;
  const details = [
    ...own.problems,
    ...statuses.flatMap((status) => {
      const texts = [shortReason(status.reason), ...status.problems, status.sizeProblem].filter(
        (text) => text !== undefined,
      );
      return texts.map((text) => `${status.name}: ${text}`);
    }),
  ];
  const isWell = broken.length === 0 && own.problems.length === 0;
  const text = `${connected} of ${statuses.length} connected${isWell ? '' : '; sluice mcp list shows each'}`;
  return { name, status: isWell ? 'good' : 'bad', text, details: details.length > 0 ? details : undefined };
}

/** In one line: of what a server wrote before it exited, the last line that names an error, else the last one. */
function shortReason(reason: string | undefined): string | undefined {
  const [first, ...more] = reason?.split('\n') ?? [];
  const line =
    more.findLast((one) => /error\b|cannot|can't|failed|not found|denied/i.test(one)) ?? more.at(-1);
  return line === undefined ? first : `${first} ${line.trim()}`;
}
