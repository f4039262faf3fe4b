import { presentItems } from '@sluice/base';
import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { canonical } from '../../config/entry-hash.ts';
import { cleanText } from './clean-text.ts';

const HINTS: readonly (readonly [key: string, name: string])[] = [
  ['isReadOnly', 'readOnlyHint'],
  ['isDestructive', 'destructiveHint'],
  ['isIdempotent', 'idempotentHint'],
  ['isOpenWorld', 'openWorldHint'],
];
/** Maximum bytes of a quoted text, in UTF-8. */
const MAX_QUOTED_BYTES = 300;
const MAX_NAMES = 10;
/** Code units around a difference that are quoted with it. */
const AROUND = 20;

/** The differences between two definitions of a tool, for the user: clauses on one line. */
export function definitionChange(before: JsonObject, now: JsonObject): string {
  const changes = [
    textChange('title', getOwn(before, 'title'), getOwn(now, 'title')),
    textChange('description', getOwn(before, 'description'), getOwn(now, 'description')),
    ...inputChanges(getOwn(before, 'inputSchema'), getOwn(now, 'inputSchema')),
    ...hintChanges(getOwn(before, 'hints'), getOwn(now, 'hints')),
  ].filter((change) => change !== undefined);
  return changes.length === 0 ? 'its definition is different' : changes.join('; ');
}

function textChange(what: string, before: unknown, now: unknown): string | undefined {
  if (before === now) return undefined;
  const [old, current] = differingParts(textIn(before), textIn(now));
  return `its ${what} was ${quoted(old)}, and is now ${quoted(current)}`;
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Both texts without their common beginning and end, except for a few characters. */
function differingParts(before: string, now: string): readonly [string, string] {
  const shorter = Math.min(before.length, now.length);
  let start = 0;
  while (start < shorter && before[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === now.at(-1 - end)) end += 1;
  const [from, rest] = [Math.max(0, start - AROUND), Math.max(0, end - AROUND)];
  const cut = (text: string): string =>
    `${from > 0 ? '…' : ''}${text.slice(from, text.length - rest)}${rest > 0 ? '…' : ''}`;
  return [cut(before), cut(now)];
}

function quoted(text: string): string {
  return JSON.stringify(cleanText(text, MAX_QUOTED_BYTES));
}

function inputChanges(before: unknown, now: unknown): readonly string[] {
  if (canonical(before) === canonical(now)) return [];
  const [old, current] = [propertiesOf(before), propertiesOf(now)];
  const added = [...current.keys()].filter((name) => !old.has(name));
  const removed = [...old.keys()].filter((name) => !current.has(name));
  const changed = [...current.keys()].filter(
    (name) => old.has(name) && canonical(old.get(name)) !== canonical(current.get(name)),
  );
  const named = presentItems([
    added.length === 0 ? undefined : `it has new parameters: ${namesText(added)}`,
    removed.length === 0 ? undefined : `it no longer has the parameters ${namesText(removed)}`,
    changed.length === 0 ? undefined : `it describes these parameters differently: ${namesText(changed)}`,
  ]);
  return named.length === 0 ? ['the schema of its input is different'] : named;
}

function propertiesOf(schema: unknown): ReadonlyMap<string, unknown> {
  const properties = isJsonObject(schema) ? getOwn(schema, 'properties') : undefined;
  return new Map(isJsonObject(properties) ? Object.entries(properties) : []);
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => cleanText(name, 64));
  return `${shown.join(', ')}${names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''}`;
}

function hintChanges(before: unknown, now: unknown): readonly string[] {
  if (!isJsonObject(before) || !isJsonObject(now)) return [];
  return HINTS.flatMap(([key, name]) => {
    const [old, current] = [getOwn(before, key), getOwn(now, key)];
    return old === current
      ? []
      : [`its ${name} was ${JSON.stringify(old)}, and is now ${JSON.stringify(current)}`];
  });
}
