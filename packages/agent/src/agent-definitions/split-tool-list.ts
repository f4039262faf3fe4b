/** Splits `Read, Bash(git log, git diff) Edit` at commas and spaces that are not in parentheses. */
export function splitToolList(text: string): readonly string[] {
  const items: string[] = [];
  let depth = 0;
  let item = '';
  for (const character of text) {
    if (depth === 0 && (character === ',' || character.trim() === '')) {
      items.push(item);
      item = '';
      continue;
    }
    if (character === '(') depth += 1;
    if (character === ')') depth = Math.max(0, depth - 1);
    item += character;
  }
  items.push(item);
  return items.filter((each) => each !== '');
}
