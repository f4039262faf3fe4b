import { expect, it } from 'vitest';
import { eventTerms, HOOK_EVENTS, isHookEvent } from '../../src/index.ts';

it.each(HOOK_EVENTS.filter(isHookEvent).map((event) => [event] as const))(
  '%s is fired, or what it waits for is known',
  (event) => {
    const { firedBy, waitsFor } = eventTerms(event);
    expect([firedBy, waitsFor].filter((one) => one !== undefined)).toHaveLength(1);
  },
);
