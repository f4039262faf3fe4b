import { eventTerms, type HookEvent } from '../events/event-lookup.ts';
import type { HandlerTerms } from './hook-handler.ts';
import type { Fields } from './read-fields.ts';

/** The reader of the surrounding file fills in the place. */
export type Place = 'event' | 'matcher' | 'place';

export type Base = Omit<HandlerTerms, Place>;

export type Guard = Pick<Base, 'condition' | 'onFailure'>;

/** A larger number probably means milliseconds. */
const MAX_LIKELY_TIMEOUT = 3600;

/** The fields that all handlers have. @param defaultTimeout seconds, for handlers of its type */
export function readBase(fields: Fields, guard: Guard, event: HookEvent, defaultTimeout: number): Base {
  const usual = Math.min(defaultTimeout, eventTerms(event).timeout ?? Infinity);
  const seconds = fields.positive('timeout') ?? usual;
  if (seconds > MAX_LIKELY_TIMEOUT) {
    const message = `"timeout" is in seconds, and ${seconds} seconds are ${Math.round(seconds / 360) / 10} hours: if you meant milliseconds, write ${seconds / 1000}.`;
    fields.fail('timeout', message);
  }
  if (guard.onFailure === 'block' && eventTerms(event).neverFails === true) {
    fields.fail(
      'onFailure',
      `"onFailure" has no effect for ${event}: if a hook fails there, the work ends anyway.`,
    );
  }
  return {
    ...guard,
    timeoutMs: seconds * 1000,
    onTimeout: fields.oneOf('onTimeout', ['continue', 'deny'], 'deny'),
    isOnce: fields.flag('once'),
    hasNoEffects: fields.text('effects') === 'none',
    statusMessage: fields.text('statusMessage'),
  };
}
