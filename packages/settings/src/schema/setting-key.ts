import type { JsonValue } from '@sluice/core';
import type { Shape } from './shape.ts';

/** All that is known of one key. The table of `docs/settings.md` is made of these. */
export interface SettingKey {
  /** A dot goes one level down. */
  readonly key: string;
  readonly shape: Shape;
  /** What holds where nobody sets it; undefined: nothing does. */
  readonly default?: JsonValue;
  /** Whose files may set it at all. `not-repository`: neither the project's nor the local one. */
  readonly setBy: 'anybody' | 'not-repository' | 'managed';
  /** Values that project and local files can't set. */
  readonly notInRepository?: readonly JsonValue[];
  /** A policy's switch with which nobody else's values count. */
  readonly lockedBy?: string;
  /** A switch with which nothing of it counts; a policy's values do all the same, unless the policy turned the switch. */
  readonly offBy?: string;
  readonly merge: Merge;
  /** What of it counts in a file that may have come with a repository that nobody trusts: what can only tighten. */
  readonly untrusted: Untrusted;
  /** It can run programs: in a local file, too, it counts only in a directory that is trusted, whoever wrote the file. */
  readonly needsTrustedRoot?: true;
  /** What a value that makes no sense counts as, so that a slip doesn't loosen; undefined: it is passed over. */
  readonly wrong?: JsonValue;
  /** The code that reads the key tells what is wrong with its values. */
  readonly isCheckedByReader?: true;
  readonly use: Use;
  /** One short sentence for a person. */
  readonly purpose: string;
}

/**
 * How files add up. `highest`: the highest file that sets it. `any`: one file that sets this value is enough. `joined`: all
 * lists, the highest first. `deep`: objects key by key, lists in them joined.
 */
export type Merge = 'highest' | 'joined' | 'deep' | { readonly any: JsonValue };

export type Untrusted =
  | 'all'
  | 'nothing'
  | { readonly only: readonly JsonValue[] }
  | { readonly when: (value: unknown, name: string) => boolean; readonly text: string };

/**
 * `live`: it counts, and a change counts from the next call on. `start`: it counts as the file was when the session started.
 * `none`: it is taken without a word and has no effect here. Else it has no effect yet, until the part that is named.
 */
export type Use = 'live' | 'start' | 'none' | { readonly later: string };
