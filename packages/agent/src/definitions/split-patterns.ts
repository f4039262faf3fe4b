/**
 * The parts of a text between commas, without the blanks around them. Commas in braces, brackets and quoted parts separate nothing:
 * `src/*.{js,ts}`, `lib/[a,b].ts`.
 */
export function splitPatterns(text: string): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let depth = 0;
  let quote = '';
  for (const char of text) {
    if (char === ',' && depth === 0 && quote === '') {
      parts.push(part);
      part = '';
      continue;
    }
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if ((char === '"' || char === "'") && part.trim() === '') quote = char;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth = Math.max(0, depth - 1);
    part += char;
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== '');
}
