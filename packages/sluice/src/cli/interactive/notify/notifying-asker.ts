import { isCallInquiry, type Asker, type Inquiry } from '@sluice/core';
import { titleOf } from '@sluice/terminal';
import type { Notifier } from './notifier.ts';

/**
 * The same asker, which also notifies a user who looks elsewhere.
 *
 * @param onAsked called first
 * @param descriptionOf what an agent was opened for, by its id: agents of one type are told apart by it
 */
export function notifyingAsker(
  asker: Asker,
  notifier: Pick<Notifier, 'waits' | 'stop'>,
  onAsked: (inquiry: Inquiry) => void,
  descriptionOf: (agentId: string) => string | undefined,
): Asker {
  return {
    push(given, answer) {
      const inquiry = withDescription(given, descriptionOf);
      onAsked(inquiry);
      notifier.waits(`asks: ${titleOf(inquiry)}`);
      asker.push(inquiry, (said) => {
        notifier.stop();
        answer(said);
      });
    },
    remove(requestId) {
      notifier.stop();
      asker.remove(requestId);
    },
    update: (inquiry) => asker.update(withDescription(inquiry, descriptionOf)),
  };
}

/** UTF-16 units. */
const MAX_DESCRIPTION = 60;

function withDescription(inquiry: Inquiry, descriptionOf: (agentId: string) => string | undefined): Inquiry {
  if (!isCallInquiry(inquiry) || inquiry.agentId === undefined) return inquiry;
  const description = descriptionOf(inquiry.agentId);
  const type = inquiry.agentChain.at(-1);
  if (description === undefined || type === undefined) return inquiry;
  const named = `${type}: ${description.slice(0, MAX_DESCRIPTION).toWellFormed()}`;
  return { ...inquiry, agentChain: [...inquiry.agentChain.slice(0, -1), named] };
}
