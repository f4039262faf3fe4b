import type { Asker, Inquiry } from '@sluice/core';
import { titleOf } from '@sluice/terminal';
import type { Notifier } from './notifier.ts';

/**
 * The same asker, which also notifies a user who looks elsewhere.
 *
 * @param onAsked called first
 */
export function notifyingAsker(
  asker: Asker,
  notifier: Pick<Notifier, 'waits' | 'stop'>,
  onAsked: (inquiry: Inquiry) => void,
): Asker {
  return {
    push(inquiry, answer) {
      onAsked(inquiry);
      notifier.waits(`asks: ${titleOf(inquiry)}`);
      asker.push(inquiry, (given) => {
        notifier.stop();
        answer(given);
      });
    },
    remove(requestId) {
      notifier.stop();
      asker.remove(requestId);
    },
    update: (inquiry) => asker.update(inquiry),
  };
}
