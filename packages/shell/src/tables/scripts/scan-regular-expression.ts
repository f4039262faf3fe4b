/**
 * Where a regular expression ends that began before `at`: the place of its delimiter. Undefined: it doesn't end, ends in
 * another line, or has its delimiter in a bracket expression, where programs differ.
 */
export function scanRegularExpression(text: string, at: number, delimiter: string): number | undefined {
  let isInBracket = false;
  for (let index = at; index < text.length; index += 1) {
    const character = text[index];
    if (character === '\n') return undefined;
    if (character === '\\' && !(isInBracket && text[index + 1] === ']')) {
      if (text[index + 1] === '\n') return undefined;
      index += 1;
    } else if (character === delimiter) {
      return isInBracket ? undefined : index;
    } else if (isInBracket && character === ']') {
      isInBracket = false;
    } else if (character === '[') {
      if (isInBracket) {
        const end = classEnd(text, index);
        if (end !== undefined && text.slice(index, end).includes(delimiter)) return undefined;
        index = end ?? index;
      } else {
        isInBracket = true;
        if (text[index + 1] === '^') index += 1;
        if (text[index + 1] === ']') index += 1;
      }
    }
  }
  return undefined;
}

/** `[:alpha:]` in a bracket expression: the place of its last bracket. Names are short, so that this stays linear. */
function classEnd(text: string, at: number): number | undefined {
  const kind = text[at + 1];
  if (kind !== ':' && kind !== '.' && kind !== '=') return undefined;
  const end = text.slice(at + 2, at + 24).indexOf(`${kind}]`);
  return end === -1 ? undefined : at + 2 + end + 1;
}
