import type { Reached, ReachFailure } from './reach.ts';

export interface Answer {
  readonly status: number;
  /** For the reader of the command's output. */
  readonly text: string;
}

const STATUS: Readonly<Record<ReachFailure, number>> = {
  'no-host': 400,
  'unknown-name': 502,
  unreachable: 502,
  'no-answer': 504,
  'too-many': 503,
};

/** The proxy's HTTP response if a host was not reached. */
export function answerOf(reached: Exclude<Reached, { readonly status: 'connected' }>): Answer {
  return {
    status: reached.status === 'refused' ? 403 : STATUS[reached.code],
    text: reached.reason,
  };
}
