import type { JsonObject } from '@sluice/core';

interface Kinds {
  readonly text: string;
  readonly 'text or null': string | null;
  readonly texts: readonly string[];
  readonly number: number;
  readonly flag: boolean;
  readonly object: JsonObject;
  readonly objects: readonly JsonObject[];
  readonly any: unknown;
}

/** The type of a field: a named kind, one of these words, or a list of objects with these fields. */
export type FieldKind = keyof Kinds | readonly string[] | readonly [Fields];

/** Fields by name; optional ones end in `?`. */
export interface Fields {
  readonly [name: string]: FieldKind;
}

type ValueOf<Kind> = Kind extends keyof Kinds
  ? Kinds[Kind]
  : Kind extends readonly [infer One extends Fields]
    ? readonly EventObject<One>[]
    : Kind extends readonly (infer Word)[]
      ? Word
      : never;

/** The type of an object with such fields. */
export type EventObject<All> = {
  readonly [Name in keyof All as Name extends `${string}?` ? never : Name]: ValueOf<All[Name]>;
} & {
  readonly [Name in keyof All as Name extends `${infer Plain}?` ? Plain : never]?: ValueOf<All[Name]>;
};
