import { isJsonObject } from '@sluice/core';
import { maySet } from '../permission/may-set.ts';
import { nearName } from '../permission/near-name.ts';
import { valueAt } from '../permission/value-at.ts';
import type { SettingsProblem } from '../problem.ts';
import { problemAt } from '../read/problem-at.ts';
import type { ReadLayer } from '../read/read-layer.ts';
import { jsonPointer } from '../read/scan-json.ts';
import { partProblem } from './part-problem.ts';
import { SETTING_GROUPS, SETTING_KEYS } from './setting-keys.ts';
import { splitValue } from './split-value.ts';
import { valueText } from './value-text.ts';

/** Values of one file that are not what their keys can hold, and names inside groups that are nearly those of keys. */
export function checkValues(layer: ReadLayer): SettingsProblem[] {
  const wrong = SETTING_KEYS.flatMap((row): SettingsProblem[] => {
    if (row.isCheckedByReader === true || !maySet(layer.source, row.key)) return [];
    const value = valueAt(layer.value, row.key);
    if (value === undefined) return [];
    return splitValue(row, value).flatMap((part) => {
      const message = partProblem(row, part);
      if (message === undefined) return [];
      const pointer = jsonPointer([...row.key.split('.'), ...part.steps]);
      return [problemAt(layer, pointer, 'wrong-value', message)];
    });
  });
  return [...wrong, ...[...SETTING_GROUPS].flatMap(([group, names]) => groupProblems(layer, group, names))];
}

/** Told of by code that knows these two. */
const ELSEWHERE: ReadonlySet<string> = new Set(['', 'permissions']);

const MOST_KEYS = 1000;

function groupProblems(layer: ReadLayer, group: string, names: readonly string[]): SettingsProblem[] {
  const value = ELSEWHERE.has(group) ? undefined : valueAt(layer.value, group);
  if (value === undefined) return [];
  const steps = group.split('.');
  if (!isJsonObject(value)) {
    const message = `"${group}" must be an object; got ${valueText(value, 80)}. Nothing in it counts: write { … }.`;
    return [problemAt(layer, jsonPointer(steps), 'wrong-value', message)];
  }
  return Object.keys(value)
    .slice(0, MOST_KEYS)
    .flatMap((name) => {
      if (names.includes(name) || name.length < 3) return [];
      const near = nearName(name, names);
      if (near === undefined) return [];
      const message = `"${group}.${name}" is not a known key and has no effect: did you mean "${group}.${near}"?`;
      return [problemAt(layer, jsonPointer([...steps, name]), 'unknown-key', message)];
    });
}
