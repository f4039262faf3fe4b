/** A part of SQL that says something: comments and blanks are left out. */
export interface SqlToken {
  readonly kind: 'word' | 'string' | 'name' | 'other';
  /** What it stands for: of a string and a quoted name, without the quotes; of a word, in lower case. */
  readonly text: string;
}

const TOKEN =
  /--[^\n]*|\/\*[^]*?(?:\*\/|$)|'((?:[^']|'')*)'|"((?:[^"]|"")*)"|\[([^\]]*)\]|`((?:[^`]|``)*)`|([\w$\u0080-\uffff]+)|\S/gu;

export function sqlTokens(text: string): readonly SqlToken[] {
  return Array.from(text.matchAll(TOKEN), ([whole, string, double, square, back, word]): SqlToken[] => {
    if (string !== undefined) return [{ kind: 'string', text: string.replaceAll("''", "'") }];
    const name = double?.replaceAll('""', '"') ?? square ?? back?.replaceAll('``', '`');
    if (name !== undefined) return [{ kind: 'name', text: name }];
    if (word !== undefined) return [{ kind: 'word', text: word.toLowerCase() }];
    return /^(?:--|\/\*)/u.test(whole) ? [] : [{ kind: 'other', text: whole }];
  }).flat();
}
