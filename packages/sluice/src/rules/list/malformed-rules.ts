import { getOwn, isJsonObject, parseRule, type JsonObject, type RuleBehavior } from '@sluice/core';
import type { LoadedSettings } from '@sluice/settings';
import type { ListedRule } from './listed-rule.ts';

type Malformed = Pick<ListedRule, 'behavior' | 'text'> & { readonly problem: string };

/** Rules that could not be taken apart, so that they are in no list of rules; with the lines of their problems. */
export function malformedRules({ layers, problems }: LoadedSettings): ListedRule[] {
  const lines = new Map<string | undefined, (number | undefined)[]>();
  for (const { code, file, line } of problems) {
    if (code !== 'malformed-rule') continue;
    const known = lines.get(file) ?? [];
    lines.set(file, known);
    known.push(line);
  }
  return layers.flatMap(({ value, source, file }) => {
    const malformed = malformedIn(value);
    // Problems are told in the order in which rules are read; where the counts differ, a line could be another's.
    const own = file === undefined ? [] : (lines.get(file) ?? []);
    return malformed.map(({ behavior, text, problem }, index) => {
      const line = own.length === malformed.length ? own[index] : undefined;
      const place = { ...(file !== undefined && { file }), ...(line !== undefined && { line }) };
      return { behavior, text, source, ...place, unused: `malformed: ${problem}`, remarks: [] };
    });
  });
}

function malformedIn(settings: JsonObject): Malformed[] {
  const permissions = getOwn(settings, 'permissions');
  const listOf = (key: string): unknown => (isJsonObject(permissions) ? getOwn(permissions, key) : undefined);
  return [
    ...select(listOf('deny'), 'deny'),
    ...select(getOwn(settings, 'ignorePatterns'), 'deny', (text) => `Read(${text})`),
    ...select(listOf('ask'), 'ask'),
    ...select(listOf('allow'), 'allow'),
  ];
}

function select(list: unknown, behavior: RuleBehavior, toRule = (text: string) => text): Malformed[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    if (typeof entry !== 'string') return [];
    const text = toRule(entry);
    const parsed = parseRule(text);
    return parsed.ok ? [] : [{ behavior, text, problem: parsed.problem }];
  });
}
