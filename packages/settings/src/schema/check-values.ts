import { isJsonObject } from '@sluice/core';
import { maySet } from './may-set.ts';
import { nearName } from '@sluice/base';
import type { SettingsProblem } from '../problem.ts';
import { problemAt } from '../read/problem-at.ts';
import type { ReadLayer } from '../read/read-layer.ts';
import { jsonPointer } from '../read/scan-json.ts';
import { partProblem } from './part-problem.ts';
import type { SettingKey } from './setting-key.ts';
import { SETTING_GROUPS, SETTING_KEYS, settingKey } from './settings-schema.ts';
import { isPolicyDenial, POLICY_FIX } from './is-policy-denial.ts';
import { splitValue } from './split-value.ts';
import { valueText } from './value-text.ts';

/** Values in one file that don't fit their keys, and names inside groups that are near misses of keys. */
export function checkValues(layer: ReadLayer): SettingsProblem[] {
  return groupProblems(layer, [], layer.value);
}

/** Code that knows the names in these two reports them. */
const NAMES_ELSEWHERE: ReadonlySet<string> = new Set(['', 'permissions']);

/** More names than anyone writes. Each unknown one is compared with all known ones. */
const MAX_NAMES = 1000;

function groupProblems(layer: ReadLayer, steps: readonly string[], group: object): SettingsProblem[] {
  return Object.entries(group).flatMap(([name, value]: [string, unknown], index): SettingsProblem[] => {
    const path = [...steps, name];
    const key = path.join('.');
    const row = settingKey(key);
    const isOne = !name.includes('.');
    if (row !== undefined && isOne) return valueProblems(layer, row, value);
    if (row !== undefined) {
      const message = `${JSON.stringify(name)} as one key has no effect: write it as ${nested(name)}.`;
      return [problemAt(layer, jsonPointer(path), 'unknown-key', message)];
    }
    if (!SETTING_GROUPS.has(key) || !isOne) return index < MAX_NAMES ? nameProblems(layer, steps, name) : [];
    if (isJsonObject(value)) return groupProblems(layer, path, value);
    if (NAMES_ELSEWHERE.has(key)) return [];
    const message = `"${key}" must be an object; got ${valueText(value, 80)}. It is ignored: write { … }.`;
    return [problemAt(layer, jsonPointer(path), 'wrong-value', message, groupSeverity(layer, key))];
  });
}

function valueProblems(layer: ReadLayer, row: SettingKey, value: unknown): SettingsProblem[] {
  if (row.isCheckedByReader === true || !maySet(layer.source, row.key)) return [];
  return splitValue(row, value).flatMap((part) => {
    const isDenial = isPolicyDenial(layer.source, row);
    const message = partProblem(row, part, isDenial ? POLICY_FIX : undefined);
    if (message === undefined) return [];
    const pointer = jsonPointer([...row.key.split('.'), ...part.steps]);
    return [problemAt(layer, pointer, 'wrong-value', message, isDenial ? 'error' : 'warning')];
  });
}

function nameProblems(layer: ReadLayer, steps: readonly string[], name: string): SettingsProblem[] {
  const group = steps.join('.');
  if (NAMES_ELSEWHERE.has(group) || name.length < 3) return [];
  const meant = keyMeant(group, name);
  if (meant === undefined) return [];
  const message = `"${group}.${name}" is not a known key and has no effect: did you mean "${meant}"?`;
  return [problemAt(layer, jsonPointer([...steps, name]), 'unknown-key', message)];
}

/** Common wrong names for a key that are too different to find by similarity. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['allowedHosts', 'allowedDomains'],
  ['allowHosts', 'allowedDomains'],
  ['hosts', 'allowedDomains'],
  ['domains', 'allowedDomains'],
  ['deniedHosts', 'deniedDomains'],
  ['denyHosts', 'deniedDomains'],
  ['blockedDomains', 'deniedDomains'],
  ['writable', 'allowWrite'],
]);

/** A key of the group with a similar spelling, or a deeper one with the same ending. */
function keyMeant(group: string, name: string): string | undefined {
  const known = SYNONYMS.get(name) ?? name;
  const isIn = (SETTING_GROUPS.get(group) ?? []).includes(known);
  const near = isIn ? known : nearName(known, SETTING_GROUPS.get(group) ?? []);
  if (near !== undefined) return `${group}.${near}`;
  return SETTING_KEYS.find(({ key }) => key.startsWith(`${group}.`) && key.endsWith(`.${known}`))?.key;
}

/** `a.b` as `"a": { "b": … }`. */
function nested(name: string): string {
  const steps = name.split('.');
  const open = steps.map(
    (step, index) => `${JSON.stringify(step)}: ${index < steps.length - 1 ? '{ ' : '…'}`,
  );
  return `${open.join('')}${' }'.repeat(steps.length - 1)}`;
}

function groupSeverity({ source }: ReadLayer, group: string): SettingsProblem['severity'] {
  const denies = SETTING_KEYS.some((row) => row.key.startsWith(`${group}.`) && isPolicyDenial(source, row));
  return denies ? 'error' : 'warning';
}
