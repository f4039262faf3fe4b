import type { RunEvent } from '@sluice/core';
import type { ActivityCount } from './activity.ts';

/** Counts the calls that are waiting for the user. */
export function watchAsks(activity: ActivityCount, event: RunEvent): void {
  if (event.type !== 'call-state') return;
  const key = `${event.messageId}\n${event.callId}`;
  if (event.status === 'awaiting-permission') activity.ask(key);
  else activity.answered(key);
}
