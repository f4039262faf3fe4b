import { METHOD_NOT_FOUND, UNSUPPORTED_VERSION } from '../../transport/json-rpc.ts';
import type { PeerAnswer } from '../peer.ts';

/** Whether the server did not carry out a request because it is no longer of the era that the connection has. */
export function eraDoubt(answer: PeerAnswer, method: string): 'certain' | 'possible' | undefined {
  if (answer.status !== 'error') return undefined;
  if (answer.code === UNSUPPORTED_VERSION) return 'certain';
  return answer.code === METHOD_NOT_FOUND && method === 'tools/call' ? 'possible' : undefined;
}
