import { expect, it } from 'vitest';
import { serverLimits, type ServerLimits } from '../../src/client/server-limits.ts';

const HOUR = 60 * 60_000;

it.each<[Readonly<Record<string, string>>, Partial<ServerLimits>]>([
  [{}, { connectMs: 30_000, firstRequestMs: 1_000, knownForMs: 4 * HOUR, resultChars: undefined }],
  [{ MCP_CONNECT_TIMEOUT_MS: '5000' }, { firstRequestMs: 5_000 }],
  [{ MCP_CONNECT_TIMEOUT_MS: '-1' }, { firstRequestMs: 1_000 }],
  [{ MCP_CONNECTION_NONBLOCKING: '1', MCP_CONNECT_TIMEOUT_MS: '5000' }, { firstRequestMs: 0 }],
  [{ MCP_CONNECTION_NONBLOCKING: 'false' }, { firstRequestMs: 1_000 }],
  [{ MCP_DISCOVERY_CACHE: 'off' }, { knownForMs: 0 }],
  [{ MCP_DISCOVERY_CACHE: '1', MCP_DISCOVERY_CACHE_MAX_STALE_S: '60' }, { knownForMs: 60_000 }],
  [{}, { freshForMs: HOUR / 4 }],
  [{ MCP_DISCOVERY_CACHE_TTL_S: '60' }, { freshForMs: 60_000 }],
  [{ MCP_DISCOVERY_CACHE_TTL_S: '0' }, { freshForMs: 0 }],
  [{ MCP_DISCOVERY_CACHE_TTL_S: '-1' }, { freshForMs: HOUR / 4 }],
  [{ MAX_MCP_OUTPUT_TOKENS: '25000' }, { resultChars: 100_000 }],
  [{ MCP_TIMEOUT: '2000' }, { connectMs: 2_000 }],
  [{ MCP_TIMEOUT: 'soon' }, { connectMs: 30_000 }],
  [{ MCP_TOOL_TIMEOUT: '7000' }, { callMs: 7_000 }],
  [{ MCP_TOOL_TIMEOUT: '0' }, { callMs: serverLimits({}, false).callMs }],
  [{ CLAUDE_CODE_MCP_TOOL_IDLE_TIMEOUT: '3000' }, { idleMs: 3_000 }],
])('%j sets %j', (env, limits) => {
  expect(serverLimits(env, false)).toMatchObject(limits);
});

it('a call of a remote server is given up sooner when nothing is heard', () => {
  expect([serverLimits({}, true).idleMs, serverLimits({}, false).idleMs]).toEqual([300_000, 1_800_000]);
});
