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
  const whole = text.slice(start).replaceAll(/\r\n?/g, '\n');
  const lines = whole.split('\n');
  const first = firstFence(lines);
  const isCertain = first === 0 && CERTAIN_FENCE.test(lines[0] ?? '');
  const last = first === -1 ? -1 : lines.findIndex((line, at) => at > first && FENCE.test(line));
  const yaml = last === -1 ? undefined : lines.slice(first + 1, last).join('\n');
  if (isCertain && yaml === undefined) return { yaml, linesAbove: 1, body: '', isOpen: true };
  if (yaml === undefined || !(isCertain || OWN_KEY.test(yaml)))
    return { yaml: undefined, linesAbove: 0, body: trimmed(whole), isOpen: false };
  const body = [...lines.slice(0, first), ...lines.slice(last + 1)].join('\n');
  return { yaml, linesAbove: first + 1, body: trimmed(body), isOpen: false };
}

/** The index of the first line that is not a comment, heading or blank, if it is a fence; else -1. */
function firstFence(lines: readonly string[]): number {
  let isInComment = false;
  for (const [at, line] of lines.entries()) {
    const text = line.trim();
    isInComment ||= text.startsWith('<!--');
    if (isInComment) {
      const end = text.indexOf('-->');
      if (end !== -1 && end + 3 < text.length) return -1;
      isInComment = end === -1;
    } else if (FENCE.test(line)) return at;
    else if (text !== '' && !/^#{1,6}\s/.test(text)) return -1;
  }
  return -1;
}

function trimmed(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}
