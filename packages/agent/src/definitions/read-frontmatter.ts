import { errorText } from '@sluice/base';
import type { FrontmatterField } from './frontmatter-field.ts';
import { plainFields } from './plain-fields.ts';
import { splitKeys } from './split-keys.ts';
import { splitFrontmatter } from './split-frontmatter.ts';

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
  if (yaml === undefined) return { ok: true, frontmatter: { fields: new Map(), body, problems: [] } };
  const plain = plainFields(yaml, 1 + FENCE_LINES);
  if (plain !== undefined) return { ok: true, frontmatter: { fields: plain, body, problems: [] } };
  const read = await parse(yaml);
  if (read.ok) return { ok: true, frontmatter: { fields: read.fields, body, problems: [] } };
  const rescued = read.isSyntax === true ? await readEachKey(yaml) : undefined;
  return rescued === undefined
    ? { ok: false, problem: read.problem }
    : { ok: true, frontmatter: { ...rescued, body } };
}

/**
 * Reads each key by itself; a value that isn't YAML is text. Undefined: that can't be done, or a key that decides what is
 * allowed would have to be guessed.
 */
async function readEachKey(yaml: string): Promise<Omit<Frontmatter, 'body'> | undefined> {
  const fields = new Map<string, FrontmatterField>();
  const problems: FrontmatterProblem[] = [];
  for (const { key, text, line: at } of splitKeys(yaml) ?? []) {
    if (fields.has(key)) return undefined;
    const line = at + FENCE_LINES;
    const read = await parse(text);
    if (read.ok) {
      fields.set(key, { value: read.fields.get(key)?.value, line });
      continue;
    }
    if (RIGHTS.has(key)) return undefined;
    fields.set(key, { value: text.slice(text.indexOf(':') + 1).trim(), line });
    const message = `The value of \`${key}\` is not valid YAML. It is taken as text; put it in quotes.`;
    problems.push({ line, message });
  }
  return fields.size === 0 ? undefined : { fields, problems };
}

type Parsed =
  | { readonly ok: true; readonly fields: ReadonlyMap<string, FrontmatterField> }
  | (Extract<ReadFrontmatter, { ok: false }> & { readonly isSyntax?: boolean });

async function parse(yaml: string): Promise<Parsed> {
  const { isMap, isScalar, LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const lineAt = (offset: number): number => lines.linePos(offset).line + FENCE_LINES;
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined)
    return { ...refused(lineAt(error.pos[0]), `Invalid YAML: ${firstLine(error.message)}`), isSyntax: true };
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
