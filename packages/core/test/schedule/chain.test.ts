import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChain, type Linked } from '../../src/schedule/chain.ts';

interface Item extends Linked<Item> {
  readonly name: number;
}

describe('a chain', () => {
  it('holds what was added and not removed, in the order in which it came', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9)), (names) => {
        const chain = createChain<Item>();
        const items = Array.from({ length: 10 }, (_, name): Item => ({
          name,
          previous: undefined,
          next: undefined,
        }));
        const model = new Set<number>();
        for (const name of names) {
          const item = items[name];
          if (item === undefined) continue;
          if (model.delete(name)) chain.remove(item);
          else {
            model.add(name);
            chain.add(item);
          }
          expect(chain.toArray().map((held) => held.name)).toEqual([...model]);
          expect(chain.isEmpty()).toBe(model.size === 0);
        }
      }),
    );
  });

  it('leaves nothing in an item that it lets go', () => {
    const chain = createChain<Item>();
    const items = [1, 2, 3].map((name): Item => ({ name, previous: undefined, next: undefined }));
    for (const item of items) chain.add(item);
    // The last first: no other's leaving clears what it refers to.
    for (const item of items.toReversed()) chain.remove(item);
    expect(items).toEqual([1, 2, 3].map((name) => ({ name, previous: undefined, next: undefined })));
  });
});
