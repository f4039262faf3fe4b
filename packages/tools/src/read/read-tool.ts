import { defineTool, fail, readFile, readTree, type CheckContext, type Claim, type Tool } from '@sluice/core';
import { fileActions, suggestReadRule } from '../files/file-actions.ts';
import { inspectFile } from '../files/inspect-file.ts';
import { exists, nearestExistingParent, resolvePath } from '../files/resolve-path.ts';
import { readPage, type ReadPage } from './read-page.ts';
import {
  BYTES_PER_TOKEN,
  DEFAULT_LINE_LIMIT,
  DEFAULT_PAGE_TOKENS,
  LARGE_PAGE_FACTOR,
  LINE_LENGTH_LIMIT,
  type PageLimits,
} from './read-limits.ts';
import { readInputSchema, type ReadInput, type ReadOutput } from './read-schema.ts';
import { textForModel } from './read-texts.ts';
import { shortenPage } from './shorten-page.ts';
import { recordRead } from './record-read.ts';
import { unreadableProblem } from './unreadable.ts';

export interface ReadOptions {
  /** Size of a page in tokens, at four bytes a token. Default 25,000. */
  readonly pageTokens?: number;
  /** Whether the hint for a missing file may name this neighbour; must not throw. Default: any. Pass what the rules deny for reading. */
  readonly mayName?: (path: string, context: CheckContext) => boolean;
}

const DESCRIPTION = `Reads a text file and shows its lines, each as line number, tab, text.

- Up to 2,000 lines from the start, or from \`offset\` (counted from 1) as many as \`limit\` says. A page holds about 25,000 tokens at most; a notice at its end names the offset to go on with.
- Characters after the 2,000th of a line are cut. \`allow_large\` shows long lines whole, all lines, and pages four times as large.
- Line ends (CRLF, LF) and a byte order mark are not shown. The number and the tab are no part of the line: leave them out of what you give to Edit.
- A file must have been read whole before Edit or Write may change it.
- Not for directories (use Glob or ls). Images, PDF documents, notebooks and other binary files can't be shown yet.`;

/** The tool `Read`: a page of a text file, in flat memory whatever the file's size. */
export function createReadTool(options: ReadOptions = {}): Tool<ReadInput, ReadOutput> {
  const mayName = options.mayName ?? (() => true);
  return defineTool({
    name: 'Read',
    aliases: ['FileRead'],
    description: DESCRIPTION,
    searchHint: 'show view open cat file text lines',
    inputSchema: readInputSchema,
    isConcurrencySafe: true,
    isReadOnly: true,
    maxResultSizeChars: Infinity,
    claims: ({ file_path }, { cwd }) => claimsForReading(file_path, cwd),
    actions: ({ file_path }, { cwd }) => fileActions('read', file_path, cwd),
    suggestRules: ({ file_path }, { cwd }) => suggestReadRule(file_path, cwd),
    async validateInput({ file_path }, context) {
      const { path } = resolvePath(file_path, context.cwd);
      const mayShow = (name: string): boolean => mayName(name, context);
      return (await unreadableProblem(path, await inspectFile(path), mayShow)) ?? { ok: true };
    },
    async call(input, context) {
      const { path, realPath } = resolvePath(input.file_path, context.cwd);
      const mayShow = (name: string): boolean => mayName(name, context);
      const refusal = await unreadableProblem(path, await inspectFile(path), mayShow);
      if (refusal !== undefined) return fail(refusal.code, refusal.message);
      const startLine = Math.max(1, input.offset ?? 1);
      const read = await readPage(path, startLine, limitsOf(input, options), context.signal);
      if (!read.ok) return fail(read.code, read.message);
      const data = toOutput(path, startLine, read);
      const { numLines, totalLines, cutLines } = data.file;
      if (read.fingerprint !== undefined && (numLines > 0 || totalLines === 0)) {
        const isWhole = startLine === 1 && read.isAtEnd && numLines === totalLines && cutLines === undefined;
        const range = { offset: startLine, limit: numLines };
        recordRead(context, realPath, read.fingerprint, { isPartial: !isWhole, range });
      }
      return { data };
    },
    toModel: ({ file }) => textForModel(file),
    shorten: ({ file }, _input, maxChars) => shortenPage(file, maxChars),
    summarize: ({ file_path, offset, limit }) => `Read ${file_path}${rangeText(offset, limit)}`,
  });
}

/** The file; for a missing one also the directory listings that its message depends on. */
function claimsForReading(given: string, cwd: string): readonly Claim[] {
  const { path, realPath } = resolvePath(given, cwd);
  if (exists(path)) return [readFile(given)];
  const parents = new Set([nearestExistingParent(path), nearestExistingParent(realPath)]);
  return [readFile(given), ...[...parents].map((parent) => readTree(parent))];
}

function limitsOf(input: ReadInput, options: ReadOptions): PageLimits {
  const bytes = (options.pageTokens ?? DEFAULT_PAGE_TOKENS) * BYTES_PER_TOKEN;
  if (input.allow_large !== true) {
    return { lines: input.limit ?? DEFAULT_LINE_LIMIT, lineLength: LINE_LENGTH_LIMIT, bytes };
  }
  const largeBytes = bytes * LARGE_PAGE_FACTOR;
  // A third of the bytes: one line of the widest characters still fits the page.
  return { lines: input.limit ?? Infinity, lineLength: Math.floor(largeBytes / 3), bytes: largeBytes };
}

function toOutput(filePath: string, startLine: number, { page, isAtEnd }: ReadPage): ReadOutput {
  return {
    type: 'text',
    file: {
      filePath,
      content: page.lines.join('\n'),
      numLines: page.lines.length,
      startLine,
      totalLines: page.linesSeen,
      ...(page.isFull && { truncatedByTokenCap: true }),
      ...(!isAtEnd && { totalLinesIsLowerBound: true }),
      ...(page.cutLines > 0 && { cutLines: page.cutLines }),
      ...(page.latin1Lines > 0 && { latin1Lines: page.latin1Lines }),
    },
  };
}

function rangeText(offset: number | undefined, limit: number | undefined): string {
  const start = Math.max(1, offset ?? 1);
  if (limit === undefined) return start === 1 ? '' : ` from line ${start}`;
  return ` lines ${start} to ${start + limit - 1}`;
}
