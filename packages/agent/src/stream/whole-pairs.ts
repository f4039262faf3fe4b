import type { BlockDelta } from '@sluice/core';

/** Joins a pair of surrogates that comes in two pieces of one block: the first half is held until the second comes, or the block ends. */
export class WholePairs {
  /** What each block holds back, by its index. */
  readonly #held = new Map<number, BlockDelta>();

  /** What can be passed on now. Undefined: nothing. */
  add(index: number, delta: BlockDelta): BlockDelta | undefined {
    const piece = textOf(delta);
    if (piece === undefined) return delta;
    const ready = (textOf(this.#held.get(index)) ?? '') + piece;
    this.#held.delete(index);
    if (!/[\uD800-\uDBFF]$/.test(ready)) return withText(delta, ready);
    this.#held.set(index, withText(delta, ready.slice(-1)));
    return ready.length === 1 ? undefined : withText(delta, ready.slice(0, -1));
  }

  /** The half that no other follows. Undefined: there is none. */
  end(index: number): BlockDelta | undefined {
    const held = this.#held.get(index);
    this.#held.delete(index);
    return held;
  }
}

function textOf(delta: BlockDelta | undefined): string | undefined {
  if (delta === undefined || delta.type === 'opaque') return undefined;
  return delta.type === 'input' ? delta.json : delta.text;
}

function withText(delta: BlockDelta, text: string): BlockDelta {
  if (delta.type === 'opaque') return delta;
  return delta.type === 'input' ? { ...delta, json: text } : { ...delta, text };
}
