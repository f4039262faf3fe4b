import { randomUUID } from 'node:crypto';
import type { Asker } from '@sluice/core';

/** Asks the person a question with yes and no. */
export function confirm(asker: Pick<Asker, 'push'>, message: string): Promise<boolean> {
  return new Promise((resolve) => {
    asker.push(
      {
        kind: 'confirm',
        requestId: randomUUID(),
        summary: 'Please confirm',
        message,
        reason: 'you have asked for it',
        agentChain: [],
      },
      ({ behavior }) => resolve(behavior === 'allow'),
    );
  });
}
