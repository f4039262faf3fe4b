import { getOwn, isJsonObject, parseRule, type JsonObject, type RuleBehavior } from '@sluice/core';
import type { LoadedSettings, SettingsLayer, SettingsProblem } from '@sluice/settings';
import type { ListedRule } from './listed-rule.ts';

interface Malformed {
  readonly behavior: RuleBehavior;
  readonly text: string;
  /** As written in the file. */
  readonly entry: string;
  readonly problem: string;
}

/** Rules that could not be parsed, so no rule list contains them; with the lines of their problems. */
export function malformedRules({ layers, problems }: LoadedSettings): ListedRule[] {
  const told = Map.groupBy(
    problems.filter(({ code }) => code === 'malformed-rule'),
    ({ file }) => file,
  );
  return layers.flatMap((layer) => malformedOf(layer, told.get(layer.file) ?? []));
}

/** Problems are reported in the order in which rules are read. If a file has very many, only the first are reported. */
function malformedOf({ value, source, file }: SettingsLayer, told: readonly SettingsProblem[]): ListedRule[] {
  return malformedIn(value).map(({ behavior, text, entry, problem }, index) => {
    const { line, message } = told[index] ?? { message: '' };
    const isOwn = file !== undefined && message.includes(JSON.stringify(entry.slice(0, 200)));
    const place = {
      file,
      line: isOwn ? line : undefined,
    };
    return { behavior, text, source, ...place, unused: `malformed: ${problem}`, remarks: [] };
  });
}

function malformedIn(settings: JsonObject): Malformed[] {
  const permissions = getOwn(settings, 'permissions');
  const listOf = (key: string): unknown => (isJsonObject(permissions) ? getOwn(permissions, key) : undefined);
  return [
    ...select(listOf('deny'), 'deny'),
    ...select(getOwn(settings, 'ignorePatterns'), 'deny', (entry) => `Read(${entry})`),
    ...select(listOf('ask'), 'ask'),
    ...select(listOf('allow'), 'allow'),
  ];
}

function select(list: unknown, behavior: RuleBehavior, toRule = (entry: string) => entry): Malformed[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    if (typeof entry !== 'string') return [];
    const text = toRule(entry);
    const parsed = parseRule(text);
    return parsed.ok ? [] : [{ behavior, text, entry, problem: parsed.problem }];
  });
}
