/** The pattern language read from its table, by trying everything. Knows no quotes and no escapes. */
export function matchesSlowly(specifier: string, text: string): boolean {
  const pattern = specifier.trim().replace(/:\*$/, ' *').split(/ +/).join(' ');
  const base = pattern.replace(/ \*+$/, '');
  return match(pattern, text) || (base !== pattern && match(base, text));
}

function match(pattern: string, text: string): boolean {
  const [head] = pattern;
  if (head === undefined) return text === '';
  const rest = pattern.slice(1);
  if (head !== '*') return text.startsWith(head) && match(rest, text.slice(1));
  return Array.from({ length: text.length + 1 }, (_, skipped) => text.slice(skipped)).some((tail) =>
    match(rest, tail),
  );
}
