import { canonical } from '../../engine/resumption.ts';
import type { InputChange } from '../../engine/input-change.ts';
import type { JsonObject } from '../../data/json.ts';

/** UTF-16 units of the new values that are shown. */
const MAX_SHOWN = 2000;

/** Tells the model that its call is not the one it wrote, and what it is now. */
export function changeText(callId: string, name: string, { written }: InputChange, now: JsonObject): string {
  const keys = [...new Set([...Object.keys(written), ...Object.keys(now)])];
  const changed = keys.filter(
    (key) => !Object.hasOwn(now, key) || !Object.hasOwn(written, key) || !isSame(written[key], now[key]),
  );
  const values = Object.fromEntries(
    changed.flatMap((key) => (Object.hasOwn(now, key) ? [[key, now[key]]] : [])),
  );
  const removed = changed.filter((key) => !Object.hasOwn(now, key));
  const without = removed.length === 0 ? '' : `, without ${removed.map((key) => `"${key}"`).join(', ')}`;
  return `Your call ${callId} of ${name} did not run as you wrote it: the user changed its input. The result is for ${shown(values)}${without}.`;
}

function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function shown(values: JsonObject): string {
  const json = JSON.stringify(values);
  if (json.length <= MAX_SHOWN) return json;
  return `${json.slice(0, MAX_SHOWN).toWellFormed()}… (${(json.length - MAX_SHOWN).toLocaleString('en')} more characters)`;
}
