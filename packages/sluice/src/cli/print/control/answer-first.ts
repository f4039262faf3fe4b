import { getOwn } from '@sluice/core';
import type { ControlAnswer } from './control-answer.ts';
import { initializeInfo, type InfoScope } from './initialize-info.ts';

/** How a client gave its session to a process that it had started before. */
export interface ClaimedSession {
  /** Absolute and real. */
  readonly cwd: string;
  /** How long the process waited for it, in milliseconds. */
  readonly parkedMs: number;
}

interface FirstScope extends InfoScope {
  readonly claim?: ClaimedSession | undefined;
  readonly session: { readonly id: string };
}

/** The answer to the request that the session was opened with: `initialize`, or the claim that came later. */
export async function answerFirst(scope: FirstScope, request: object): Promise<ControlAnswer> {
  const { claim, session } = scope;
  const info = await initializeInfo(scope);
  if (claim === undefined) return { ok: true, response: info };
  const wantsInfo = getOwn(request, 'include_initialize') === true;
  return {
    ok: true,
    response: {
      cwd: claim.cwd,
      session_id: session.id,
      parked_ms: claim.parkedMs,
      sdk_mcp_settled: true,
      initialize: wantsInfo ? info : undefined,
    },
  };
}
