import { isJsonObject } from '@sluice/core';
import type { SettingKey } from './setting-key.ts';
import { ANYTHING, type Shape } from './shape.ts';

/** A part of a value that counts, or doesn't, by itself. */
export interface ValuePart {
  /** Below the key: the index in a list, the name in an object; empty for the whole value. */
  readonly steps: readonly (string | number)[];
  readonly value: unknown;
  readonly shape: Shape;
}

/** One wrong entry must not take the others with it. What is empty is a part by itself: an empty list may forbid all. */
export function splitValue({ shape, merge }: SettingKey, value: unknown): readonly ValuePart[] {
  const whole = [{ steps: [], value, shape }];
  if (merge === 'joined') return Array.isArray(value) && value.length > 0 ? entriesOf(shape, value) : whole;
  if (merge !== 'deep' || !isJsonObject(value)) return whole;
  const fields = Object.entries(value).flatMap(([name, each]): ValuePart[] => {
    const inner = shape.kind === 'map' ? shape.of : ANYTHING;
    if (!Array.isArray(each) || shape.kind === 'map') return [{ steps: [name], value: each, shape: inner }];
    return entriesOf(ANYTHING, each).map((part) => ({ ...part, steps: [name, ...part.steps] }));
  });
  return fields.length > 0 ? fields : whole;
}

function entriesOf(shape: Shape, list: readonly unknown[]): ValuePart[] {
  const inner = shape.kind === 'list' ? shape.of : ANYTHING;
  return list.map((value, index) => ({ steps: [index], value, shape: inner }));
}
