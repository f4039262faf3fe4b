import { durationText, outcomeForPerson, type Outcome } from '@sluice/core';

type CancelReason = Extract<Outcome, { readonly code: 'cancelled' }>['reason'];

/** Why a call has no good result, in one line for the person at the terminal; empty when it has. */
export function reasonText(outcome: Outcome): string {
  switch (outcome.code) {
    case 'ok':
      return '';
    case 'cancelled': {
      const still = outcome.mayStillRun === true ? '; it may still be running' : '';
      return `cancelled: ${cancelText(outcome.reason)}${still}`;
    }
    case 'invalid-input':
      // The input is fine, the world is not: a file is missing, say.
      if (outcome.stage === 'validate') return `not run: ${outcome.message.split('\n', 1)[0]}`;
      return outcomeForPerson(outcome);
    default:
      return outcomeForPerson(outcome);
  }
}

function cancelText(reason: CancelReason): string {
  switch (reason.kind) {
    case 'user-message':
      return 'you sent a message';
    case 'user-cancel':
      return 'you interrupted';
    case 'stream-retracted':
      return 'the message was taken back';
    case 'parent-ended':
      return 'the call that made it had ended';
    case 'shutdown':
      return 'the program was told to end';
    case 'timeout':
      return `it ran longer than its limit of ${durationText(reason.afterMs)}`;
    case 'sibling-error':
      return `the earlier ${reason.failedTool} call ${reason.failedCallId} failed`;
    default:
      return reason satisfies never;
  }
}
