import { errorCode, errorText } from '@sluice/base';

/** Why a write failed, from a Node error. */
export interface IoFailure {
  readonly code: 'full' | 'unwritable';
  /** Such as `ENOSPC: no space left on device`. */
  readonly reason: string;
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);

export function ioFailure(error: unknown): IoFailure {
  const code = errorCode(error);
  const message = errorText(error);
  // Node's text continues with the call and the path, which the caller describes itself.
  const reason = message.split(', ')[0] ?? message;
  return { code: code !== undefined && FULL.has(code) ? 'full' : 'unwritable', reason };
}
