import { toolNamer } from '../definitions/tool-name.ts';

/**
 * Rules in a list, or in a text where commas or blanks separate them: `Bash(git add:*), Read`. Names are found in any
 * case. Undefined: the value is neither.
 */
export function parseToolRules(value: unknown, known: readonly string[]): readonly string[] | undefined {
  if (value === undefined || value === null) return [];
  const texts = typeof value === 'string' ? splitRules(value) : Array.isArray(value) ? value : undefined;
  if (texts === undefined || !texts.every((text) => typeof text === 'string')) return undefined;
  const named = toolNamer(known);
  return texts.map((text) => named(text.trim()));
}

function splitRules(text: string): readonly string[] {
  const rules: string[] = [];
  let rule = '';
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth += 1;
    if (char === ')') depth = Math.max(0, depth - 1);
    if (depth === 0 && (char === ',' || char === ' ' || char === '\t' || char === '\n')) {
      if (rule !== '') rules.push(rule);
      rule = '';
    } else rule += char;
  }
  if (rule !== '') rules.push(rule);
  return rules;
}
