import { presentItems } from '@sluice/base';
import { cutLine } from '@sluice/core';
import type { ConfiguredServer, McpServers, McpServerStatus } from '@sluice/mcp';

const MAX_PROBLEMS = 3;
/** UTF-16 units. */
const MAX_PROBLEM = 500;

/**
 * Says which servers the session has to do without, each once: when its first attempt to connect has failed. For one that is known from
 * an earlier session, that is when it first starts. Servers that were never started are among the session's notices. Also says
 * which servers have many definitions in each request, and what is wrong with the lists of a server.
 * @param loadsAll no tool is deferred. Default: those of servers without `alwaysLoad` are
 */
export function reportMissingServers(
  configured: readonly ConfiguredServer[],
  servers: McpServers,
  tell: (text: string) => void,
  { loadsAll = false }: { readonly loadsAll?: boolean } = {},
): void {
  const waiting = new Set(configured.flatMap(({ name, start }) => (start.status === 'ready' ? [name] : [])));
  const isLoaded = (server: string): boolean =>
    loadsAll ||
    configured.some(
      ({ name, start }) => name === server && start.status === 'ready' && start.entry.alwaysLoad,
    );
  const [unmeasured, unchecked] = [new Set(waiting), new Set(waiting)];
  const report = (status: McpServerStatus): void => {
    const { name, state } = status;
    if (state === 'connecting' || !waiting.has(name)) return;
    const missing = missingText(status, servers.userRemedy(name));
    const size =
      missing === undefined && unmeasured.delete(name) && isLoaded(name) ? sizeText(status) : undefined;
    const problems = missing === undefined && unchecked.has(name) ? servers.listProblems(name) : [];
    if (problems.length > 0) unchecked.delete(name);
    // What is known of a server says nothing about whether it still starts.
    if (state !== 'cached') waiting.delete(name);
    for (const text of [missing, size, problemsText(name, problems)]) if (text !== undefined) tell(text);
  };
  const unlisten = servers.onChange(() => {
    for (const status of servers.status()) report(status);
    if (waiting.size === 0) unlisten();
  });
}

/** Some of them, on one line: many of a server's tools can be wrong in the same way, and are described in its words. */
function problemsText(name: string, problems: readonly string[]): string | undefined {
  if (problems.length === 0) return undefined;
  const shown = problems.slice(0, MAX_PROBLEMS).map((problem) => cutLine(problem, MAX_PROBLEM));
  const more = problems.length - shown.length;
  const rest = more > 0 ? [`There are ${more} more problems.`] : [];
  return [`The MCP server ${JSON.stringify(name)}:`, ...shown, ...rest].join(' ');
}

function sizeText({ name, sizeProblem }: McpServerStatus): string | undefined {
  if (sizeProblem === undefined) return undefined;
  return `The MCP server ${JSON.stringify(name)} is large, and is in every request. ${sizeProblem}`;
}

/** One line: what a server wrote before it exited is left to the command that shows it. */
function missingText(
  { name, state, reason = '' }: McpServerStatus,
  remedy: string | undefined,
): string | undefined {
  if (state !== 'failed' && state !== 'needs-auth') return undefined;
  const first = reason.split('\n', 1)[0]?.replace(/ Its last output:$/, '') ?? '';
  const end = remedy === undefined || /[.!?]$/.test(first) ? '' : '.';
  return presentItems([
    `The MCP server ${JSON.stringify(name)} can't be used.`,
    `${first}${end}`,
    remedy,
  ]).join(' ');
}
