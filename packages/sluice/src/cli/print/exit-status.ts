import type { AgentResult } from '@sluice/agent';
import { SIGNAL_STATUS, type Stop } from '../stop/stop.ts';
import { outputFailureText } from '../output-failure.ts';
import { isFailure } from './output/result-message.ts';
import { say } from './report.ts';

export const FAILED = 1;

/** The exit code. Says what has failed that is in no message. */
export function exitStatus({ cause }: Stop, result: AgentResult | undefined): number {
  switch (cause?.kind) {
    case undefined:
    case 'hook':
    case 'declined':
    case 'client-left':
      return result !== undefined && isFailure(result) ? FAILED : 0;
    case 'signal':
      return SIGNAL_STATUS[cause.signal];
    case 'client-refused':
      say(cause.message);
      return FAILED;
    case 'output-failed':
      say(outputFailureText(cause.error));
      return FAILED;
    default:
      return cause satisfies never;
  }
}
