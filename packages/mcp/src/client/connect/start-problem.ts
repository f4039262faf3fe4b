import type { PeerAnswer } from '../peer.ts';

/**
 * Why a server could not be connected, as a sentence for the user.
 * @param allowedMs milliseconds that it had in all. Default: those that it was waited for last
 */
export function startProblem(answer: Exclude<PeerAnswer, { status: 'result' }>, allowedMs?: number): string {
  switch (answer.status) {
    case 'error':
      return `It refused the connection: ${answer.message}`;
    case 'timed-out':
      return `It did not respond within ${(allowedMs ?? answer.afterMs) / 1_000} s. If it starts slowly, set MCP_TIMEOUT to more milliseconds.`;
    case 'aborted':
      return 'The connection was canceled.';
    case 'lost':
    case 'closed':
      return answer.reason;
    default:
      return answer satisfies never;
  }
}
