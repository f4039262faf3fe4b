import type { SettingsProblem } from '../problem.ts';
import { problemAt } from '../read/problem-at.ts';
import type { ReadLayer } from '../read/read-layer.ts';
import { jsonPointer } from '../read/scan-json.ts';
import { isPolicyDenial } from '../schema/is-policy-denial.ts';
import { settingKey } from '../schema/settings-schema.ts';
import { valueAt } from '../schema/value-at.ts';

interface ListEntry {
  readonly text: string;
  readonly pointer: string;
}

/** The strings of a list. Reports and drops any other entry. */
export function readList(
  layer: ReadLayer,
  key: string,
): { readonly entries: readonly ListEntry[]; readonly problems: readonly SettingsProblem[] } {
  const value = valueAt(layer.value, key);
  if (value === undefined) return { entries: [], problems: [] };
  const base = jsonPointer(key.split('.'));
  const severity = isPolicyDenial(layer.source, settingKey(key)) ? 'error' : 'warning';
  if (!Array.isArray(value)) {
    const message = `"${key}" is not a list, so it is ignored: write it as ["…"].`;
    return { entries: [], problems: [problemAt(layer, base, 'wrong-value', message, severity)] };
  }
  const entries: ListEntry[] = [];
  const problems: SettingsProblem[] = [];
  for (const [index, entry] of value.entries()) {
    const pointer = `${base}/${index}`;
    if (typeof entry === 'string') entries.push({ text: entry, pointer });
    else {
      const message = `Entry ${index + 1} of "${key}" is not a string and is left out: write it in double quotes.`;
      problems.push(problemAt(layer, pointer, 'wrong-value', message, severity));
    }
  }
  return { entries, problems };
}
