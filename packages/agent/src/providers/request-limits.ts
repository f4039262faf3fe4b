import type { Environment } from '../http/proxy-for.ts';
import { environmentNumber } from './environment-number.ts';

export interface RequestLimits {
  readonly connectTimeoutMs: number;
  readonly firstByteTimeoutMs: number;
  readonly idleTimeoutMs: number;
  /** For a stream with only pings and empty chunks. */
  readonly contentTimeoutMs: number;
  readonly maxRetries: number;
  readonly maxRetryWaitMs: number;
}

/** Timeouts and retry limits from the environment. */
export function requestLimits(env: Environment, warn: (text: string) => void): RequestLimits {
  const retries = ['SLUICE_MAX_RETRIES', 'CLAUDE_CODE_MAX_RETRIES'];
  return {
    connectTimeoutMs: 30_000,
    firstByteTimeoutMs: environmentNumber(env, ['API_TIMEOUT_MS'], 1, warn) ?? 600_000,
    idleTimeoutMs: environmentNumber(env, ['SLUICE_STREAM_IDLE_TIMEOUT_MS'], 1, warn) ?? 300_000,
    contentTimeoutMs: environmentNumber(env, ['SLUICE_STREAM_CONTENT_TIMEOUT_MS'], 1, warn) ?? 1_200_000,
    maxRetries: environmentNumber(env, retries, 0, warn) ?? 10,
    maxRetryWaitMs: environmentNumber(env, ['SLUICE_MAX_RETRY_WAIT_MS'], 0, warn) ?? 60_000,
  };
}
