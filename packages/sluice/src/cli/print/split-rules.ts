/** Splits an argument into rules at commas and spaces, except inside parentheses. */
export function splitRules(text: string): readonly string[] {
  const rules: string[] = [];
  let depth = 0;
  let rule = '';
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')' && depth > 0) depth -= 1;
    if (depth === 0 && (character === ',' || character === ' ' || character === '\n' || character === '\t')) {
      rules.push(rule);
      rule = '';
    } else rule += character;
  }
  return [...rules, rule].map((part) => part.trim()).filter((part) => part !== '');
}
