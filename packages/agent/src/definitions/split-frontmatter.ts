/** A text file split at its frontmatter: the YAML between two lines of `---` at the very top. */
interface SplitText {
  /** Undefined: the file has none. Line feeds only. */
  readonly yaml: string | undefined;
  /** What follows it, without leading and trailing blank lines. Line feeds only. */
  readonly body: string;
  /** The frontmatter begins but never ends. */
  readonly isOpen: boolean;
}

const FIRST_FENCE = /^---[ \t]*(?:\n|$)/;
const NEXT_FENCE = /(?:^|\n)---[ \t]*(?:\n|$)/;
const BYTE_ORDER_MARK = 0xfeff;

/** Accepts a byte order mark and Windows line ends. */
export function splitFrontmatter(text: string): SplitText {
  const start = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  const whole = text.slice(start).replaceAll(/\r\n?/g, '\n');
  const first = FIRST_FENCE.exec(whole);
  if (first === null) return { yaml: undefined, body: trimmed(whole), isOpen: false };
  const rest = whole.slice(first[0].length);
  const last = NEXT_FENCE.exec(rest);
  if (last === null) return { yaml: undefined, body: '', isOpen: true };
  return {
    yaml: rest.slice(0, last.index),
    body: trimmed(rest.slice(last.index + last[0].length)),
    isOpen: false,
  };
}

function trimmed(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}
