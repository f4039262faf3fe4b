/** How long a server may take, in milliseconds. */
export interface ServerLimits {
  /** To start and to complete the handshake. */
  readonly connectMs: number;
  /** For a call in total, unless the server's entry sets it. */
  readonly callMs: number;
  /** For a call without progress. */
  readonly idleMs: number;
  /**
   * How long a session's first request waits for servers of which nothing is known from an earlier session. Those that say
   * `alwaysLoad`, and those in the client, get longer.
   */
  readonly firstRequestMs: number;
}

const MINUTE = 60_000;
/** About 28 hours. */
const CALL_MS = 100_000_000;

/** From `MCP_TIMEOUT`, `MCP_TOOL_TIMEOUT`, `CLAUDE_CODE_MCP_TOOL_IDLE_TIMEOUT` and `MCP_CONNECT_TIMEOUT_MS`. */
export function serverLimits(
  env: Readonly<Record<string, string | undefined>>,
  isRemote: boolean,
): ServerLimits {
  return {
    connectMs: milliseconds(env['MCP_TIMEOUT']) ?? 30_000,
    callMs: milliseconds(env['MCP_TOOL_TIMEOUT']) ?? CALL_MS,
    idleMs: milliseconds(env['CLAUDE_CODE_MCP_TOOL_IDLE_TIMEOUT']) ?? (isRemote ? 5 * MINUTE : 30 * MINUTE),
    firstRequestMs: milliseconds(env['MCP_CONNECT_TIMEOUT_MS']) ?? 1_000,
  };
}

function milliseconds(text: string | undefined): number | undefined {
  const value = Number(text ?? '');
  return Number.isFinite(value) && value > 0 ? value : undefined;
}
