import type { JsonObject } from '@sluice/core';
import { fitsShape } from './fits-shape.ts';
import { settingKey, type KnownKey } from './settings-schema.ts';
import type { Shape } from './shape.ts';

interface Plain {
  readonly boolean: boolean;
  readonly text: string;
  readonly rule: string;
  readonly key: string;
  readonly number: number;
  readonly object: JsonObject;
  readonly 'server-match': JsonObject;
  readonly variable: string | number | boolean;
  readonly anything: unknown;
}

type ValueOf<One> = One extends { readonly kind: infer Kind extends keyof Plain }
  ? Plain[Kind]
  : One extends { readonly kind: 'one-of'; readonly words: readonly (infer Word)[] }
    ? Word
    : One extends { readonly kind: 'list'; readonly of: infer Entry }
      ? readonly ValueOf<Entry>[]
      : One extends { readonly kind: 'map'; readonly of: infer Entry }
        ? Readonly<Record<string, ValueOf<Entry>>>
        : unknown;

/** The type of a key's effective value, from its row in the tables; anything for an unknown key. */
export type SettingValueOf<Key extends string> = string extends Key
  ? unknown
  : Extract<KnownKey, { readonly key: Key }> extends { readonly shape: infer One }
    ? ValueOf<One>
    : unknown;

/** Whether a value is valid for a key. Entries that don't fit were dropped earlier. */
export function isValueOf<Key extends string>(key: Key, value: unknown): value is SettingValueOf<Key> {
  const shape = settingKey(key)?.shape;
  return shape === undefined || fits(shape, value);
}

function fits(shape: Shape, value: unknown): boolean {
  if (!fitsShape(shape, value)) return false;
  if (shape.kind === 'list') return Array.isArray(value) && value.every((entry) => fits(shape.of, entry));
  if (shape.kind === 'map') return Object.values(Object(value)).every((entry) => fits(shape.of, entry));
  return true;
}
