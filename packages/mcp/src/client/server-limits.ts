import { CHARACTERS_PER_TOKEN } from '@sluice/core';

/**
 * How long a server may take, in milliseconds, and how long its results may be. After how long a lost connection is opened again is in
 * `transport/reconnect-delay.ts`.
 */
export interface ServerLimits {
  /** To start and to complete the handshake. */
  readonly connectMs: number;
  /** For a call in total, unless the server's entry sets it. */
  readonly callMs: number;
  /** For a call without progress. */
  readonly idleMs: number;
  /** UTF-16 units of a result that the model gets. Undefined: the variable is not set. */
  readonly resultChars: number | undefined;
  /**
   * How long a session's first request waits for servers of which nothing is known from an earlier session, from when they begin to
   * connect. Those that say
   * `alwaysLoad`, those in the client, and those that a program of the Agent SDK brings get longer.
   */
  readonly firstRequestMs: number;
  /** How long what was listed is used without asking the server first. 0: not at all, and nothing is kept. */
  readonly knownForMs: number;
  /** For how much of that time a server need not be asked again before its first call, unless it says so itself (`ttlMs`). */
  readonly freshForMs: number;
}

const DEFAULT_CONNECT_MS = 30_000;
const MINUTE = 60_000;
const KNOWN_FOR_S = 4 * 60 * 60;
const FRESH_FOR_S = 15 * 60;
/** About 28 hours. */
const CALL_MS = 100_000_000;

/** Servers that connect at once. */
export const LOCAL_AT_ONCE = 3;
export const REMOTE_AT_ONCE = 20;
/** Servers of which what is known is no longer fresh start when the first request is on its way. */
export const WAKE_MS = 250;
/** For servers that say `alwaysLoad`, for those in the client, and for those that a program of the Agent SDK brings. */
export const FIRST_REQUEST_OF_EXPECTED_MS = 5_000;
/** For the server whose tool is called while it connects. */
export const CALLED_TOOL_WAIT_MS = 5_000;
/** Restarts of a server that crashes, within `RESTARTS_WITHIN_MS`. */
export const MAX_RESTARTS = 3;
export const RESTARTS_WITHIN_MS = 5 * 60_000;
/** For a list of what a server has. */
export const LIST_TIMEOUT_MS = 30_000;
/** In which several announced changes bring one new list. */
export const COALESCE_MS = 250;
/** New lists take at most this share of the time, however often the server changes them. */
export const REFRESH_SHARE = 1 / 20;
export const PROMPTS_WAIT_MS = 1_000;
/** For one prompt, one resource, or one directory of resources. */
export const ITEM_TIMEOUT_MS = 60_000;
/** UTF-16 units up to which a tool may say itself how long its results are. */
export const MAX_RESULT_CHARS = 500_000;
/** Longer ones get a note about their length: 10,000 tokens. */
export const LARGE_RESULT_CHARS = 40_000;
export const MAX_INSTRUCTIONS_BYTES = 2_048;

/** From `MCP_TIMEOUT`, `MCP_TOOL_TIMEOUT`, `MCP_CONNECT_TIMEOUT_MS`, `MAX_MCP_OUTPUT_TOKENS` and others. */
export function serverLimits(
  env: Readonly<Record<string, string | undefined>>,
  isRemote: boolean,
): ServerLimits {
  const tokens = positive(env['MAX_MCP_OUTPUT_TOKENS']);
  return {
    resultChars: tokens === undefined ? undefined : tokens * CHARACTERS_PER_TOKEN,
    connectMs: connectMs(env),
    callMs: positive(env['MCP_TOOL_TIMEOUT']) ?? CALL_MS,
    idleMs: positive(env['CLAUDE_CODE_MCP_TOOL_IDLE_TIMEOUT']) ?? (isRemote ? 5 * MINUTE : 30 * MINUTE),
    firstRequestMs: isOn(env['MCP_CONNECTION_NONBLOCKING'])
      ? 0
      : (positive(env['MCP_CONNECT_TIMEOUT_MS']) ?? 1_000),
    knownForMs: isOff(env['MCP_DISCOVERY_CACHE'])
      ? 0
      : (positive(env['MCP_DISCOVERY_CACHE_MAX_STALE_S']) ?? KNOWN_FOR_S) * 1_000,
    freshForMs: (notNegative(env['MCP_DISCOVERY_CACHE_TTL_S']) ?? FRESH_FOR_S) * 1_000,
  };
}

/** Milliseconds for a server to start and to complete the handshake: `MCP_TIMEOUT`, by default 30,000. */
export function connectMs(env: Readonly<Record<string, string | undefined>>): number {
  return positive(env['MCP_TIMEOUT']) ?? DEFAULT_CONNECT_MS;
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text ?? '');
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

function notNegative(text: string | undefined): number | undefined {
  return text?.trim() === '0' ? 0 : positive(text);
}

function isOn(text: string | undefined): boolean {
  return text !== undefined && !isOff(text);
}

function isOff(text: string | undefined): boolean {
  return text !== undefined && ['', '0', 'false', 'no', 'off'].includes(text.trim().toLowerCase());
}
