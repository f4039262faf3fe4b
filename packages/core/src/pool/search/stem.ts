/**
 * Unifies the forms of an English word: `files`, `file`; `queries`, `query`; `creates`, `creating`, `created`, `create`. Deliberately
 * light: two words that only look alike must stay different.
 */
export function stem(word: string): string {
  if (word.length < 4) return word;
  return withoutE(withoutSuffix(withoutPlural(word)));
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

function withoutSuffix(word: string): string {
  for (const suffix of ['ing', 'ed']) {
    if (!word.endsWith(suffix)) continue;
    const rest = word.slice(0, -suffix.length);
    if (rest.length < 3 || !/[aeiouy]/.test(rest)) return word;
    return /([bdfgkmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest;
  }
  return word;
}

function withoutE(word: string): string {
  if (word.endsWith('y') && word.length > 3) return `${word.slice(0, -1)}i`;
  return word.endsWith('e') && word.length > 3 ? word.slice(0, -1) : word;
}
