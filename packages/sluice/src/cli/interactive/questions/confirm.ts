import { randomUUID } from 'node:crypto';
import type { Asker } from '@sluice/core';

/**
 * Asks the person a question with yes and no.
 * @param prefersNo no is marked at first. Default false
 */
export function confirm(asker: Pick<Asker, 'push'>, message: string, prefersNo = false): Promise<boolean> {
  return new Promise((resolve) => {
    asker.push(
      {
        kind: 'confirm',
        requestId: randomUUID(),
        summary: 'Please confirm',
        message,
        prefersNo,
        reason: 'you asked for it',
        agentChain: [],
      },
      ({ behavior }) => resolve(behavior === 'allow'),
    );
  });
}
