import type { Asker } from '@sluice/core';
import { createElicitingAsker } from './eliciting-asker.ts';
import type { Serving } from './serving.ts';

/** Passes on what servers behind a gateway ask. */
export interface RelayAsker extends Asker {
  /** Whose clients are asked. */
  connect(serving: Serving): void;
}

/**
 * Asks the client whose call runs. A server doesn't say for which call it asks, so that with several at once nobody is asked:
 * a person must not answer for another one's call.
 */
export function createRelayAsker(): RelayAsker {
  const open = new Map<string, Asker>();
  let serving: Serving | undefined;
  return {
    connect(given) {
      serving = given;
    },
    push(inquiry, answer) {
      const [link, ...others] = serving?.links.values() ?? [];
      if (link === undefined || others.length > 0) {
        const which = link === undefined ? 'no call of a client runs' : 'several calls of clients run';
        answer({ behavior: 'unavailable', reason: `${which}, so that no client can be asked` });
        return;
      }
      const asker = createElicitingAsker(link, '');
      open.set(inquiry.requestId, asker);
      asker.push(inquiry, (given) => {
        open.delete(inquiry.requestId);
        answer(given);
      });
    },
    remove(requestId) {
      open.get(requestId)?.remove(requestId);
      open.delete(requestId);
    },
    update() {},
  };
}
