import type { JsonValue } from '@sluice/core';
import type { Shape } from './shape.ts';

/** Everything known about one key. The table in `docs/settings.md` is generated from these. */
export interface SettingKey {
  /** A dot goes one level down. */
  readonly key: string;
  readonly shape: Shape;
  /** The value when no file sets it; undefined if there is none. */
  readonly default?: JsonValue;
  /** Which files may set it at all. `not-repository`: neither the project's nor the local one. */
  readonly setBy: 'anybody' | 'not-repository' | 'managed';
  /** Values that project and local files can't set. */
  readonly notInRepository?: readonly JsonValue[];
  /** A policy switch that makes Sluice ignore everyone else's values. */
  readonly lockedBy?: string;
  /** A switch that makes Sluice ignore all values, except a policy's, unless the policy set the switch. */
  readonly offBy?: string;
  readonly merge: Merge;
  /** What takes effect from a file that may have come with an untrusted repository: only what can only tighten. */
  readonly untrusted: Untrusted;
  /** It can run programs: even in a local file, it takes effect only in a trusted directory, no matter who wrote the file. */
  readonly needsTrustedRoot?: true;
  /**
   * What an invalid value is treated as, so that a mistake doesn't loosen; undefined to skip it. For a list of all that is allowed `[]`:
   * it also stays set if none of its entries is valid.
   */
  readonly wrong?: JsonValue;
  /** The code that reads the key reports problems with its values. */
  readonly isCheckedByReader?: true;
  readonly use: Use;
  /** One short sentence for the user. */
  readonly purpose: string;
}

/**
 * How files combine. `highest`: the highest file that sets it wins. `any`: one file that sets this value is enough. `joined`: all lists,
 * highest first. `deep`: objects merge key by key, and lists in them are joined.
 */
export type Merge = 'highest' | 'joined' | 'deep' | { readonly any: JsonValue };

export type Untrusted =
  | 'all'
  | 'nothing'
  | { readonly only: readonly JsonValue[] }
  | { readonly when: (value: unknown, name: string) => boolean; readonly text: string };

/**
 * `live`: changes apply from the next call on. `start`: read once when the session starts. `none`: accepted silently, with no effect here.
 * Otherwise it has no effect until the named part exists.
 */
export type Use = 'live' | 'start' | 'none' | { readonly later: string };
