import type { RuleBehavior } from '@sluice/core';

export const BEHAVIORS: readonly RuleBehavior[] = ['allow', 'ask', 'deny'];

/** The scopes of settings that rules can be written to. */
export const DESTINATIONS = ['local', 'project', 'user'] as const;

export type Destination = (typeof DESTINATIONS)[number];

export function behaviorOf(word: string | undefined): RuleBehavior | undefined {
  return BEHAVIORS.find((behavior) => behavior === word);
}

export function destinationOf(word: string): Destination | undefined {
  return DESTINATIONS.find((destination) => destination === word);
}
