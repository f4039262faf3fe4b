/** A line that can be parsed (possibly joined from several), or the start of an object that never ended. */
export type ObjectLine =
  | { readonly kind: 'line'; readonly text: string; readonly number: number }
  | { readonly kind: 'unclosed'; readonly number: number }
  | { readonly kind: 'too-long'; readonly number: number };

/**
 * Joins an object that a program printed over several lines: from a line that is `{` to one that is `}`, with only
 * indented lines between them. Any other line is passed through, so a stray brace swallows no call.
 */
interface ObjectLines {
  push(text: string, number: number): readonly ObjectLine[];
  end(): readonly ObjectLine[];
}

/** @param maxLength UTF-16 units that one object may have */
export function createObjectLines(maxLength: number): ObjectLines {
  let open: { readonly number: number; parts: string[]; length: number } | undefined;

  const add = (text: string): void => {
    if (open === undefined) return;
    open.length += text.length + 1;
    // An object that is too long is not buffered, but its end is still awaited.
    if (open.length > maxLength) open.parts = [];
    else open.parts.push(text);
  };
  const close = (): readonly ObjectLine[] => {
    if (open === undefined) return [];
    const { number, parts, length } = open;
    open = undefined;
    return [
      length > maxLength ? { kind: 'too-long', number } : { kind: 'line', text: parts.join('\n'), number },
    ];
  };
  const giveUp = (): readonly ObjectLine[] => {
    if (open === undefined) return [];
    const { number } = open;
    open = undefined;
    return [{ kind: 'unclosed', number }];
  };

  return {
    push(text, number) {
      const bare = text.trimEnd();
      if (open !== undefined && bare === '}') {
        add(bare);
        return close();
      }
      if (open !== undefined && (bare === '' || /^\s/.test(text))) {
        add(text);
        return [];
      }
      const before = giveUp();
      if (bare === '{') {
        open = { number, parts: [bare], length: bare.length };
        return before;
      }
      return [...before, { kind: 'line', text, number }];
    },
    end: giveUp,
  };
}
