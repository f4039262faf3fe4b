import { durationText, outcomeForPerson, type Outcome } from '@sluice/core';
import type { StopCause } from '../../stop/stop.ts';

type CancelReason = Extract<Outcome, { readonly code: 'cancelled' }>['reason'];

/**
 * Why a call failed, in one line for the user; empty if it succeeded.
 * @param end what has ended the run, if anything: to later calls, that is no different from an interrupt
 */
export function reasonText(outcome: Outcome, end?: StopCause): string {
  switch (outcome.code) {
    case 'ok':
      return '';
    case 'cancelled': {
      const still = outcome.mayStillRun === true ? '; it may still be running' : '';
      return `canceled: ${cancelText(outcome.reason, end)}${still}`;
    }
    case 'invalid-input':
      // The input is valid, but the environment isn't as required: a file is missing, say.
      if (outcome.stage === 'validate') return `not run: ${outcome.message.split('\n', 1)[0]}`;
      return outcomeForPerson(outcome);
    default:
      return outcomeForPerson(outcome);
  }
}

function cancelText(reason: CancelReason, end: StopCause | undefined): string {
  if (reason.kind === 'user-cancel' || reason.kind === 'shutdown') {
    if (end?.kind === 'declined') return `you declined the call of ${end.toolName} before it`;
    if (end?.kind === 'hook') return 'a hook ended the run';
  }
  switch (reason.kind) {
    case 'user-message':
      return 'you sent a message';
    case 'user-cancel':
      return 'you interrupted';
    case 'stream-retracted':
      return 'the message was withdrawn';
    case 'parent-ended':
      return 'the call that made it had ended';
    case 'shutdown':
      return 'the program is shutting down';
    case 'timeout':
      return `it ran longer than its limit of ${durationText(reason.afterMs)}`;
    case 'stopped':
      return `the agent was stopped (${reason.message})`;
    case 'program':
      return 'the program canceled it';
    case 'sibling-error':
      return `the earlier ${reason.failedTool} call ${reason.failedCallId} failed`;
    default:
      return reason satisfies never;
  }
}
