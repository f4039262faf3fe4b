import { errorText } from '@sluice/base';
import { quotePlainValues } from './quote-plain-values.ts';
import { splitFrontmatter } from './split-frontmatter.ts';

/** The value of a top-level key of the frontmatter. */
export interface FrontmatterField {
  /** Plain data: text, numbers, booleans, null, arrays, and objects. */
  readonly value: unknown;
  /** 1-based, in the file. */
  readonly line: number;
}

/** A Markdown file with YAML frontmatter, such as a skill, a slash command, or an agent. */
export interface Frontmatter {
  /** Empty if the file has no frontmatter. */
  readonly fields: ReadonlyMap<string, FrontmatterField>;
  /** The Markdown below it, with line feeds only, without blank lines around it. */
  readonly body: string;
}

export interface FrontmatterProblem {
  /** 1-based. */
  readonly line: number;
  /** What is wrong and how to fix it. */
  readonly message: string;
}

export type ReadFrontmatter =
  | { readonly ok: true; readonly frontmatter: Frontmatter }
  | { readonly ok: false; readonly problem: FrontmatterProblem };

/** Lines of a file above its frontmatter: the opening fence. */
const FENCE_LINES = 1;
/** A few lines of YAML can otherwise expand to gigabytes. */
const MAX_ALIASES = 100;

/**
 * Reads the frontmatter of a Markdown file. Accepts a byte order mark, Windows line ends, and the unquoted text with
 * colons that people write as a description, which strict YAML refuses.
 */
export async function readFrontmatter(text: string): Promise<ReadFrontmatter> {
  const { yaml, body, isOpen } = splitFrontmatter(text);
  if (isOpen) return refused(1, 'The frontmatter has no end. Close it with a line that contains only `---`.');
  if (yaml === undefined) return { ok: true, frontmatter: { fields: new Map(), body } };
  const read = await parse(yaml);
  if (read.ok) return { ok: true, frontmatter: { fields: read.fields, body } };
  const quoted = quotePlainValues(yaml);
  const again = quoted === yaml ? read : await parse(quoted);
  return again.ok ? { ok: true, frontmatter: { fields: again.fields, body } } : read;
}

type Parsed =
  | { readonly ok: true; readonly fields: ReadonlyMap<string, FrontmatterField> }
  | Extract<ReadFrontmatter, { ok: false }>;

async function parse(yaml: string): Promise<Parsed> {
  const { isMap, isScalar, LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const lineAt = (offset: number): number => lines.linePos(offset).line + FENCE_LINES;
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) return refused(lineAt(error.pos[0]), `Invalid YAML: ${firstLine(error.message)}`);
  const { contents } = document;
  const fields = new Map<string, FrontmatterField>();
  if (contents === null) return { ok: true, fields };
  if (!isMap(contents))
    return refused(1 + FENCE_LINES, 'The frontmatter must be a list of `key: value` lines.');
  for (const { key, value } of contents.items) {
    if (!isScalar(key)) return refused(1 + FENCE_LINES, 'A key of the frontmatter must be plain text.');
    const line = lineAt(key.range?.[0] ?? 0);
    try {
      const plain: unknown = isNode(value) ? value.toJS(document, { maxAliasCount: MAX_ALIASES }) : null;
      fields.set(String(key.value), { value: plain, line });
    } catch (failure) {
      return refused(line, `Invalid YAML: ${firstLine(errorText(failure))}`);
    }
  }
  return { ok: true, fields };
}

interface Convertible {
  toJS(document: unknown, options: { readonly maxAliasCount: number }): unknown;
}

function isNode(value: unknown): value is Convertible {
  return typeof value === 'object' && value !== null && 'toJS' in value;
}

function refused(line: number, message: string): Extract<ReadFrontmatter, { ok: false }> {
  return { ok: false, problem: { line, message } };
}

function firstLine(text: string): string {
  const line = text.split('\n', 1)[0] ?? text;
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
