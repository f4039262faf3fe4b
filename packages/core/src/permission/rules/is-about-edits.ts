import { parseRule } from '../parse-rule.ts';
import { canonicalToolName, ruleKindOf } from './rule-kinds.ts';

const EDITS = 'Edit';

/** Whether a rule, by its text, is about changes of files. */
export function isAboutEdits(text: string): boolean {
  const parsed = parseRule(text);
  if (!parsed.ok) return false;
  const name = canonicalToolName(parsed.parts.toolName);
  return name === EDITS || ruleKindOf(name)?.pathsRuledBy === EDITS;
}
