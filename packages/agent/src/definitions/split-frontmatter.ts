/** A text file split at its frontmatter: the YAML between two lines of `---` at the very top. */
interface SplitText {
  /** Undefined: the file has none. Line feeds only. */
  readonly yaml: string | undefined;
  /** Lines of the file above the YAML. */
  readonly linesAbove: number;
  /** What follows it, without leading and trailing blank lines. Line feeds only. */
  readonly body: string;
  /** The frontmatter begins but never ends. */
  readonly isOpen: boolean;
}

const FENCE = /^-{3,}[ \t]*$/;
/** In Markdown, a longer fence, or one below other text, may also be a rule between two paragraphs. */
const CERTAIN_FENCE = /^---[ \t]*$/;
const OWN_KEY = /^(?:name|description):(?:\s|$)/m;
const BYTE_ORDER_MARK = 0xfeff;

/**
 * Accepts a byte order mark and Windows line ends; and, if the YAML has a `name` or `description`, longer fences, and comments and
 * headings above the first one, which then belong to the body.
 */
export function splitFrontmatter(text: string): SplitText {
  const start = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  const plain = text.slice(start);
  const whole = plain.includes('\r') ? plain.replaceAll(/\r\n?/g, '\n') : plain;
  const first = firstFence(whole);
  const isCertain = first?.number === 0 && CERTAIN_FENCE.test(first.text);
  const last = first === undefined ? undefined : nextFence(whole, first);
  if (first === undefined || last === undefined)
    return isCertain
      ? { yaml: undefined, linesAbove: 1, body: '', isOpen: true }
      : { yaml: undefined, linesAbove: 0, body: trimmed(whole), isOpen: false };
  const yaml = whole.slice(first.next, Math.max(first.next, last.start - 1));
  if (!isCertain && !OWN_KEY.test(yaml))
    return { yaml: undefined, linesAbove: 0, body: trimmed(whole), isOpen: false };
  const body = `${whole.slice(0, first.start)}${whole.slice(last.next)}`;
  return { yaml, linesAbove: first.number + 1, body: trimmed(body), isOpen: false };
}

interface Line {
  /** 0-based. */
  readonly number: number;
  /** Offset of its first character. */
  readonly start: number;
  /** Offset of the next line; the length of the whole text, if it is the last. */
  readonly next: number;
  readonly text: string;
}

/** The lines from this one on. Only the head of a file is looked at, and most of it is body. */
function* linesFrom(whole: string, number: number, start: number): Generator<Line> {
  for (let [at, from] = [number, start]; from <= whole.length; at += 1) {
    const end = whole.indexOf('\n', from);
    const next = end === -1 ? whole.length : end + 1;
    yield { number: at, start: from, next, text: whole.slice(from, end === -1 ? undefined : end) };
    if (end === -1) return;
    from = next;
  }
}

function nextFence(whole: string, { number, next, start, text }: Line): Line | undefined {
  // The last line has none after it.
  if (next === start + text.length) return undefined;
  for (const line of linesFrom(whole, number + 1, next)) if (FENCE.test(line.text)) return line;
  return undefined;
}

/** The first line that is not a comment, heading or blank, if it is a fence. */
function firstFence(whole: string): Line | undefined {
  let isInComment = false;
  for (const line of linesFrom(whole, 0, 0)) {
    const text = line.text.trim();
    isInComment ||= text.startsWith('<!--');
    if (isInComment) {
      const end = text.indexOf('-->');
      if (end !== -1 && end + 3 < text.length) return undefined;
      isInComment = end === -1;
    } else if (FENCE.test(line.text)) return line;
    else if (text !== '' && !/^#{1,6}\s/.test(text)) return undefined;
  }
  return undefined;
}

function trimmed(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}
