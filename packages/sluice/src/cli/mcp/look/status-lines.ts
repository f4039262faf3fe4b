import { countText } from '@sluice/base';
import { sanitize } from '@sluice/core';
import type { McpServerState, McpServerStatus } from '@sluice/mcp';

/** The states of servers, in the words of a person. */
export const STATES = {
  disabled: 'disabled',
  'pending-approval': 'not approved',
  connecting: 'no response yet',
  cached: 'known, not connected',
  connected: 'connected',
  'needs-auth': 'needs a login',
  failed: 'failed',
} as const satisfies Readonly<Record<McpServerState, string>>;

/** What is wrong with a server, as lines that are not sanitized yet. */
export function problemLines(status: McpServerStatus | undefined): readonly string[] {
  return [status?.reason, ...(status?.problems ?? []), status?.sizeProblem].flatMap(
    (text) => text?.split('\n') ?? [],
  );
}

/** The servers of a running session: a line for each, and more for what is wrong with it. */
export function statusLines(statuses: readonly McpServerStatus[]): readonly string[] {
  const width = Math.max(0, ...statuses.map(({ name }) => sanitize(name).length));
  return statuses.flatMap((status) => {
    const { name, scope, state, tools } = status;
    const has = state === 'connected' || state === 'cached' ? `, ${countText(tools.length, 'tool')}` : '';
    const words = state === 'connecting' ? 'connecting' : STATES[state];
    const line = `${sanitize(name).padEnd(width)}  ${words}${has}  (${scope})`;
    return [line, ...problemLines(status).map((text) => `  ${sanitize(text)}`)];
  });
}
