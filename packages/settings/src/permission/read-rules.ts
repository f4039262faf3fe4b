import { parseRule, type PermissionRule, type RuleBehavior } from '@sluice/core';
import type { SettingsProblem } from '../problem.ts';
import { positionOf } from '../read/parse-settings.ts';
import { problemAt } from '../read/problem-at.ts';
import type { ReadLayer } from '../read/read-layer.ts';
import { isPolicyDenial } from '../schema/is-policy-denial.ts';
import { settingKey } from '../schema/settings-schema.ts';
import { readList } from './read-list.ts';

interface ReadRules {
  readonly rules: readonly PermissionRule[];
  readonly problems: readonly SettingsProblem[];
}

/** The rules of one file with their lines. Reports and drops rules that can't be parsed. */
export function readRules(layer: ReadLayer): ReadRules {
  const parts = [
    rulesOf(layer, 'permissions.deny', 'deny', (text) => text),
    // A legacy way to keep files from being read.
    rulesOf(layer, 'ignorePatterns', 'deny', (text) => `Read(${text})`),
    rulesOf(layer, 'permissions.ask', 'ask', (text) => text),
    layer.isStale ? undefined : rulesOf(layer, 'permissions.allow', 'allow', (text) => text),
  ].filter((part) => part !== undefined);
  return {
    rules: parts.flatMap((part) => part.rules),
    problems: parts.flatMap((part) => part.problems),
  };
}

function rulesOf(
  layer: ReadLayer,
  key: string,
  behavior: RuleBehavior,
  toText: (entry: string) => string,
): ReadRules {
  const { entries, problems } = readList(layer, key);
  const rules: PermissionRule[] = [];
  const malformed: SettingsProblem[] = [];
  const severity = isPolicyDenial(layer.source, settingKey(key)) ? 'error' : 'warning';
  for (const entry of entries) {
    const text = toText(entry.text);
    const parsed = parseRule(text);
    if (!parsed.ok) {
      const message = `The rule ${JSON.stringify(entry.text.slice(0, 200))} is left out: ${parsed.problem}.`;
      malformed.push(problemAt(layer, entry.pointer, 'malformed-rule', message, severity));
      continue;
    }
    const line = positionOf(layer.settings, entry.pointer)?.line;
    const place = layer.file === undefined ? {} : { file: layer.file, line };
    rules.push(Object.freeze({ behavior, text, source: layer.source, root: layer.origin.root, ...place }));
  }
  return { rules, problems: [...problems, ...malformed] };
}
