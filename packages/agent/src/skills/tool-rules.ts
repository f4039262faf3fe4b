/** Names by which other products, and older files, call tools. Lower case. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['task', 'Agent'],
  ['multiedit', 'Edit'],
  ['ls', 'Glob'],
  ['bashoutput', 'TaskOutput'],
  ['killshell', 'TaskStop'],
  ['killbash', 'TaskStop'],
  ['notebookread', 'Read'],
  ['todoread', 'TodoWrite'],
]);

/**
 * Rules in a list, or in a text where commas or blanks separate them: `Bash(git add:*), Read`. Names are found in any
 * case. Undefined: the value is neither.
 */
export function toolRules(value: unknown, known: readonly string[]): readonly string[] | undefined {
  if (value === undefined || value === null) return [];
  const texts = typeof value === 'string' ? splitRules(value) : Array.isArray(value) ? value : undefined;
  if (texts === undefined || !texts.every((text) => typeof text === 'string')) return undefined;
  const canonical = new Map(known.map((name) => [name.toLowerCase(), name]));
  return texts.map((text) => {
    const [name, rest] = splitAtBracket(text.trim());
    const lower = name.toLowerCase();
    return `${canonical.get(lower) ?? OTHER_NAMES.get(lower) ?? name}${rest}`;
  });
}

function splitAtBracket(rule: string): readonly [string, string] {
  const at = rule.indexOf('(');
  return at === -1 ? [rule, ''] : [rule.slice(0, at), rule.slice(at)];
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
