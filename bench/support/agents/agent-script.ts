import type { Answer, Item } from '../../../packages/agent/test/support/model-server/script.ts';

export function callOf(name: string, input: Readonly<Record<string, string | number>>): Item {
  return { type: 'call', name, input };
}

export function bashCall(command: string): Item {
  return callOf('Bash', { command });
}

/** One answer for each list of items, and a text at the end. */
export function scriptOf(...answers: readonly (readonly Item[])[]): readonly Answer[] {
  return [...answers, [{ type: 'text', text: 'Done.' } as const]].map((content) => ({ content }));
}

/** The items with a pause between each two of them. */
export function spaced(ms: number, items: readonly Item[]): readonly Item[] {
  return items.flatMap((item, index): Item[] => (index === 0 ? [item] : [{ type: 'wait', ms }, item]));
}
