import { isJsonObject } from '@sluice/core';
import type { SettingKey } from './setting-key.ts';
import { ANYTHING, type Shape } from './shape.ts';

/** A part of a value that takes effect, or is ignored, on its own. */
export interface ValuePart {
  /** Below the key: the index in a list, the name in an object; empty for the whole value. */
  readonly steps: readonly (string | number)[];
  readonly value: unknown;
  readonly shape: Shape;
}

/** One invalid entry must not discard the others. An empty value is one part: an empty list may deny everything. */
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
