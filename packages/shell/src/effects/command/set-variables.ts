import type { SimpleCommand } from '../../tree.ts';
import { textOf, type Item } from '../item/item.ts';
import { approximateValue, type Lookup } from '../item/items-of.ts';
import { isAssigning } from '../running/command-variables.ts';
import { isWellKnown, type SetVariable } from '../state/variable-paths.ts';
import type { Shell } from '../state/walk.ts';

/** Variables that programs may go by from here on: those before a command, and those that `export`, `env` and the like set. */
export function setVariables(
  { source, walk }: Shell,
  { assignments, words, start, end }: SimpleCommand,
  lookups: readonly Lookup[],
  items: readonly Item[],
): readonly SetVariable[] {
  const isAll = /^[\s;]*$/u.test(source.slice(0, start) + source.slice(end));
  if (words.length === 0 && isAll) return [];
  const isForAll = EXPORTING.test(walk.source);
  const own = assignments.flatMap(({ name, value }): readonly SetVariable[] => {
    if (!('parts' in value) || (words.length === 0 && !isForAll && !isWellKnown(name))) return [];
    const written = source.slice(value.start, value.end);
    const values = new Set(lookups.map((lookup) => approximateValue(value, lookup)));
    return [...values].map((one) => ({ name, value: one, written }));
  });
  const first = items.findIndex((item) => isAssigning(textOf(item)));
  const inWords = items.flatMap((item, at): readonly SetVariable[] => {
    const text = textOf(item) ?? item.approximation ?? '';
    const [, name, value] = /^(?:-D\s*)?([A-Za-z_.]\w*)(?:%%|:[A-Z]+)?\+?=([^]*)$/u.exec(text) ?? [];
    if (name === undefined || value === undefined || first === -1 || at <= first) return [];
    return [{ name, value, written: item.written }];
  });
  return [...own, ...inWords];
}

/** It may hand variables that it has set before to programs. */
const EXPORTING = /\b(?:export|declare|typeset|readonly|allexport)\b|\bset\s+-\w*a/u;
