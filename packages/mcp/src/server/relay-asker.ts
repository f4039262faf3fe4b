import type { Asker } from '@sluice/core';
import { createElicitingAsker } from './eliciting-asker.ts';
import type { Serving } from './serving.ts';

/** Passes on what servers behind a gateway ask. */
export interface RelayAsker extends Asker {
  /** Whose clients are asked. */
  connect(serving: Serving): void;
}

/**
 * Asks the client whose call is running. A server doesn't say which call a question belongs to, so with several running
 * calls no client is asked: a user must not answer for another client's call.
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
        const which =
          link === undefined ? "no client's call is running" : "several clients' calls are running";
        answer({ behavior: 'unavailable', reason: `${which}, so no client can be asked` });
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
