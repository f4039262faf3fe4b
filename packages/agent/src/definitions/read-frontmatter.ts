import { errorText } from '@sluice/base';
import type { FrontmatterField } from './frontmatter-field.ts';
import { plainFields } from './plain-fields.ts';
import { splitKeys } from './split-keys.ts';
import { splitFrontmatter } from './split-frontmatter.ts';
import { isTooDeep, TOO_DEEP } from './too-deep.ts';

export type { FrontmatterField };

/** A Markdown file with YAML frontmatter, such as a skill, a slash command, or an agent. */
export interface Frontmatter {
  /** Empty if the file has no frontmatter. */
  readonly fields: ReadonlyMap<string, FrontmatterField>;
  /** The Markdown below it, with line feeds only, without blank lines around it. */
  readonly body: string;
  /** Values that are not YAML, and were taken as text. */
  readonly problems: readonly FrontmatterProblem[];
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

/** What these say must not be guessed. */
const RIGHTS: ReadonlySet<string> = new Set([
  'tools',
  'disallowedTools',
  'allowed-tools',
  'disallowed-tools',
  'permissionMode',
  'mcpServers',
  'hooks',
]);

/** Shown as it is in the file, whatever YAML makes of it. */
const SHOWN_AS_WRITTEN = 'argument-hint';

/** A few lines of YAML can otherwise expand to gigabytes. */
const MAX_ALIASES = 100;

/**
 * Reads the frontmatter of a Markdown file. Accepts a byte order mark, Windows line ends, comments and headings above it, and the
 * unquoted text with colons that people write as a description, which strict YAML refuses.
 */
export async function readFrontmatter(text: string): Promise<ReadFrontmatter> {
  const { yaml, linesAbove, body, isOpen } = splitFrontmatter(text);
  if (isOpen)
    return refused(1, 'The frontmatter is not closed. Close it with a line that contains only `---`.');
  if (yaml === undefined) return { ok: true, frontmatter: { fields: new Map(), body, problems: [] } };
  const plain = plainFields(yaml, 1 + linesAbove);
  if (plain !== undefined) return { ok: true, frontmatter: { fields: plain, body, problems: [] } };
  const read = await parse(yaml, linesAbove);
  if (read.ok) return { ok: true, frontmatter: { fields: read.fields, body, problems: [] } };
  const rescued = read.isSyntax === true ? await readEachKey(yaml, linesAbove) : undefined;
  return rescued === undefined
    ? { ok: false, problem: read.problem }
    : { ok: true, frontmatter: { ...rescued, body } };
}

/**
 * Reads each key by itself; a value that isn't YAML is text. Undefined: that can't be done, or a key that decides what is
 * allowed would have to be guessed.
 */
async function readEachKey(yaml: string, linesAbove: number): Promise<Omit<Frontmatter, 'body'> | undefined> {
  const fields = new Map<string, FrontmatterField>();
  const problems: FrontmatterProblem[] = [];
  for (const { key, text, line: at } of splitKeys(yaml) ?? []) {
    if (fields.has(key)) return undefined;
    const line = at + linesAbove;
    const read = await parse(text, line - 1);
    if (read.ok) {
      fields.set(key, { ...read.fields.get(key), value: read.fields.get(key)?.value, line });
      continue;
    }
    if (RIGHTS.has(key)) return undefined;
    fields.set(key, { value: text.slice(text.indexOf(':') + 1).trim(), line });
    if (key === SHOWN_AS_WRITTEN) continue;
    const message = `The value of \`${key}\` is not valid YAML. It is treated as text; put it in quotes.`;
    problems.push({ line, message });
  }
  return fields.size === 0 ? undefined : { fields, problems };
}

type Parsed =
  | { readonly ok: true; readonly fields: ReadonlyMap<string, FrontmatterField> }
  | (Extract<ReadFrontmatter, { ok: false }> & { readonly isSyntax?: boolean });

async function parse(yaml: string, linesAbove: number): Promise<Parsed> {
  const { isAlias, isMap, isScalar, LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const lineAt = (offset: number): number => lines.linePos(offset).line + linesAbove;
  let line = 1 + linesAbove;
  if (looksTooDeep(yaml)) return refused(line, TOO_DEEP);
  try {
    const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' });
    const [error] = document.errors;
    if (error !== undefined)
      return {
        ...refused(lineAt(error.pos[0]), `Invalid YAML: ${firstLine(error.message)}`),
        isSyntax: true,
      };
    const { contents } = document;
    const fields = new Map<string, FrontmatterField>();
    if (contents === null) return { ok: true, fields };
    if (!isMap(contents)) return refused(line, 'The frontmatter must be a list of `key: value` lines.');
    for (const { key, value } of contents.items) {
      if (!isScalar(key)) return refused(line, 'A key of the frontmatter must be plain text.');
      line = lineAt(key.range?.[0] ?? 0);
      const plain: unknown = isNode(value) ? value.toJS(document, { maxAliasCount: MAX_ALIASES }) : null;
      if (isTooDeep(plain)) return refused(line, TOO_DEEP);
      const resolved = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);
      const map = resolved(value);
      const written = isMap(map) ? writtenValues(map.items, resolved) : undefined;
      fields.set(String(key.value), { value: plain, line, written });
    }
    return { ok: true, fields };
  } catch (failure) {
    // The parser is recursive.
    const why = failure instanceof RangeError ? TOO_DEEP : `Invalid YAML: ${firstLine(errorText(failure))}`;
    return refused(line, why);
  }
}

/** Brackets that are open at once, or dashes in a row. */
const MAX_OPEN = 500;
const DASHES = new RegExp(`(?:[-?:][ \\t]+){${MAX_OPEN}}`);

/** The parser takes seconds for what is nested thousands of levels deep. */
function looksTooDeep(yaml: string): boolean {
  let open = 0;
  for (const sign of yaml) {
    if (sign === '[' || sign === '{') open += 1;
    else if (sign === ']' || sign === '}') open = Math.max(0, open - 1);
    if (open > MAX_OPEN) return true;
  }
  return DASHES.test(yaml);
}

interface Convertible {
  toJS(document: unknown, options: { readonly maxAliasCount: number }): unknown;
}

function writtenValues(
  items: readonly { readonly key: unknown; readonly value: unknown }[],
  resolved: (node: unknown) => unknown,
) {
  const written = new Map<string, string>();
  for (const { key, value } of items) {
    const [name, text] = [sourceOf(resolved(key)), sourceOf(resolved(value))];
    if (name !== undefined && text !== undefined) written.set(name, text);
  }
  return written;
}

/** The text as written in the file, without quotes. Undefined: it is not a plain value. */
function sourceOf(node: unknown): string | undefined {
  const isPlain = typeof node === 'object' && node !== null && 'source' in node;
  return isPlain && typeof node.source === 'string' ? node.source : undefined;
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
