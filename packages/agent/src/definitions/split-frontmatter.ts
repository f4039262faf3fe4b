/** A text file split at its frontmatter: the YAML between two lines of `---` at the very top. */
interface SplitText {
  /** Undefined: the file has none. Line feeds only. */
  readonly yaml: string | undefined;
  /** What follows it, without leading and trailing blank lines. Line feeds only. */
  readonly body: string;
  /** The frontmatter begins but never ends. */
  readonly isOpen: boolean;
}

const FENCE = /^---[ \t]*$/;
const BYTE_ORDER_MARK = 0xfeff;

/** Accepts a byte order mark and Windows line ends. */
export function splitFrontmatter(text: string): SplitText {
  const start = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  const lines = text.slice(start).split(/\r\n|\n|\r/);
  if (!FENCE.test(lines[0] ?? '')) return { yaml: undefined, body: trimmed(lines), isOpen: false };
  const end = lines.findIndex((line, at) => at > 0 && FENCE.test(line));
  if (end === -1) return { yaml: undefined, body: '', isOpen: true };
  return {
    yaml: lines.slice(1, end).join('\n'),
    body: trimmed(lines.slice(end + 1)),
    isOpen: false,
  };
}

function trimmed(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}
