/** One address that a pattern of curl stands for. */
export interface ExpandedUrl {
  readonly url: string;
  /** What each pattern in it has become, in their order. */
  readonly parts: readonly string[];
}

/** More addresses are not listed. */
const MAX_URLS = 200;

const LITERAL = /^(?:\\[{}[\]]|\[\]|\[[\da-f:.]*:[\da-f:.]*(?:%25[^\]]*)?\]|[^{[])/isu;
const LIST = /^\{([^{}]*)\}/su;
const LETTERS = /^\[([a-z])-([a-z])(?::(\d+))?\]/iu;
const NUMBERS = /^\[(\d+)-(\d+)(?::(\d+))?\]/u;

/** `{a,b}`, `[a-z]` and `[001-100:10]` in an address or the name of a file; undefined: that can't be known. */
export function expandUrl(text: string, isGlobOff: boolean): readonly ExpandedUrl[] | undefined {
  if (isGlobOff || !/[{[\\]/u.test(text)) return [{ url: text, parts: [] }];
  let found: readonly ExpandedUrl[] = [{ url: '', parts: [] }];
  for (let rest = text; rest !== '';) {
    const literal = LITERAL.exec(rest)?.[0];
    if (literal !== undefined) {
      const added = /^\\[{}[\]]/u.test(literal) ? literal.slice(1) : literal;
      found = found.map(({ url, parts }) => ({ url: url + added, parts }));
      rest = rest.slice(literal.length);
      continue;
    }
    const pattern = patternAt(rest);
    if (pattern === undefined || found.length * pattern.values.length > MAX_URLS) return undefined;
    found = found.flatMap(({ url, parts }) =>
      pattern.values.map((value) => ({ url: url + value, parts: [...parts, value] })),
    );
    rest = rest.slice(pattern.length);
  }
  return found;
}

interface Pattern {
  readonly values: readonly string[];
  readonly length: number;
}

function patternAt(text: string): Pattern | undefined {
  const list = LIST.exec(text);
  if (list !== null) return { values: (list[1] ?? '').split(','), length: list[0].length };
  const [letters, first = '', last = '', step = '1'] = LETTERS.exec(text) ?? [];
  if (letters !== undefined)
    return withValues(letters, [first.charCodeAt(0), last.charCodeAt(0), Number(step)], (code) =>
      String.fromCharCode(code),
    );
  const [numbers, from = '', to = '', by = '1'] = NUMBERS.exec(text) ?? [];
  if (numbers === undefined) return undefined;
  const width = from.startsWith('0') ? from.length : 0;
  return withValues(numbers, [Number(from), Number(to), Number(by)], (number) =>
    String(number).padStart(width, '0'),
  );
}

function withValues(
  { length }: string,
  [first, last, step]: readonly [first: number, last: number, step: number],
  spell: (value: number) => string,
): Pattern | undefined {
  const count = Math.floor((last - first) / step) + 1;
  if (!(count > 0) || count > MAX_URLS) return undefined;
  return { values: Array.from({ length: count }, (_, index) => spell(first + index * step)), length };
}
