import { defineTool, fail, readFile, readTree, type Claim, type Tool } from '@sluice/core';
import { fileActions, suggestReadRule } from '../files/file-actions.ts';
import { fromHome } from '../files/from-home.ts';
import { homeProblem } from '../files/home-problem.ts';
import { inspectFile } from '../files/inspect-file.ts';
import { exists, nearestExistingParent, resolvePath } from '../files/resolve-path.ts';
import { outputForHook, outputForModel, shortenOutput } from './output-views.ts';
import { givenPages } from './pdf/parse-pages.ts';
import { readFileAsKind } from './read-file.ts';
import { toReadSettings, type ReadOptions } from './read-options.ts';
import type { ReadOutput, UnchangedReadView } from './read-output.ts';
import { readOutputSchema } from './read-output-schema.ts';
import { readInputSchema, type ReadInput } from './read-schema.ts';
import { recordRead } from './record-read.ts';
import { unreadableProblem } from './unreadable.ts';

const DESCRIPTION = `Reads a file: text with line numbers, images, notebooks, and PDF documents as text.

- Text: each line as number, tab, text. Up to 2,000 lines from the start, or from \`offset\` (counted from 1) as many as \`limit\` says. A page holds about 25,000 tokens at most; a notice at its end names the offset to go on with. UTF-8, UTF-16 and Latin-1 are understood.
- Characters after the 2,000th of a line are cut. \`allow_large\` shows all lines, pages four times as large, and of a line as much as a third of such a page.
- Line ends (CRLF, LF) and a byte order mark are not shown. The number and the tab are no part of the line: leave them out of what you give to Edit.
- Images (PNG, JPEG, GIF, WebP, TIFF, AVIF) are shown to you, made smaller where they are large; of an animation the first frame.
- Notebooks (.ipynb): cells with their ids and outputs; \`offset\` and \`limit\` count cells.
- PDF: the text of each page. \`pages\` ("3", "1-5"; at most 20) is needed above 10 pages.
- Write and NotebookEdit change only what was read whole before, at once or page by page; Edit changes other files only by an exact, single match.
- Not for directories (use Glob or ls). Other binary files can't be shown.`;

/** The tool `Read`: a page of a file; of a text in flat memory whatever the file's size. */
export function createReadTool(options: ReadOptions = {}): Tool<ReadInput, ReadOutput> {
  const mayName = options.mayName ?? (() => true);
  const settings = toReadSettings(options);
  return defineTool({
    name: 'Read',
    aliases: ['FileRead'],
    description: DESCRIPTION,
    searchHint: 'show view open cat file text lines image picture screenshot notebook pdf',
    inputSchema: readInputSchema,
    outputSchema: readOutputSchema,
    isConcurrencySafe: true,
    isReadOnly: true,
    maxResultSizeChars: Infinity,
    claims: ({ file_path }, { cwd }) => claimsForReading(file_path, cwd),
    actions: ({ file_path }, { cwd }) => fileActions('read', file_path, cwd),
    suggestRules: ({ file_path }, { cwd }) => suggestReadRule(file_path, cwd),
    async validateInput({ file_path }, context) {
      const { path } = resolvePath(file_path, context.cwd);
      const mayShow = (name: string): boolean => mayName(name, context);
      const refusal = homeProblem(file_path) ?? (await unreadableProblem(path, inspectFile(path), mayShow));
      return refusal ?? { ok: true };
    },
    async call(input, context) {
      const { path, realPath } = resolvePath(input.file_path, context.cwd);
      const mayShow = (name: string): boolean => mayName(name, context);
      const refusal =
        homeProblem(input.file_path) ?? (await unreadableProblem(path, inspectFile(path), mayShow));
      if (refusal !== undefined) return fail(refusal.code, refusal.message);
      const read = await readFileAsKind({
        path,
        input,
        settings,
        signal: context.signal,
        tell: (text) => context.progress({ type: 'status', text }),
      });
      if (!read.ok) return fail(read.code, read.message);
      if (read.fingerprint !== undefined && read.shown !== undefined) {
        recordRead(context, realPath, read.fingerprint, read.shown);
      }
      return { data: read.data };
    },
    toModel: (output, { allow_large }) => outputForModel(output, allow_large === true),
    toClientAsUnchanged: ({ file: { filePath } }): UnchangedReadView => ({
      type: 'file_unchanged',
      file: { filePath },
    }),
    toHook: (output) => outputForHook(output),
    shorten: (output, { allow_large }, maxChars) => shortenOutput(output, maxChars, allow_large === true),
    summarize: ({ file_path, offset, limit, pages }) =>
      `Read ${file_path}${pagesText(pages)}${rangeText(offset, limit)}`,
  });
}

/** The file; for a missing one also the directory listings that its message depends on. */
function claimsForReading(given: string, cwd: string): readonly Claim[] {
  const { path, realPath } = resolvePath(given, cwd);
  const file = readFile(fromHome(given));
  if (exists(path)) return [file];
  const parents = new Set([nearestExistingParent(path), nearestExistingParent(realPath)]);
  return [file, ...[...parents].map((parent) => readTree(parent))];
}

function rangeText(offset: number | undefined, limit: number | undefined): string {
  const start = Math.max(1, offset ?? 1);
  if (limit === undefined) return start === 1 ? '' : ` from line ${start}`;
  return ` lines ${start} to ${start + limit - 1}`;
}

function pagesText(pages: string | undefined): string {
  const given = givenPages(pages);
  return given === undefined ? '' : ` pages ${given}`;
}
