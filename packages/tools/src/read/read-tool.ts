import { defineTool, fail, readFile, readTree, type Claim, type Tool } from '@sluice/core';
import { decidedActions, decidedPath, movedProblem } from '../files/paths/decided-place.ts';
import { suggestReadRule } from '../files/paths/file-actions.ts';
import { loadShownFile, type EditorFiles } from '../files/load/editor-files.ts';
import { fromHome } from '../files/paths/from-home.ts';
import { homeProblem } from '../files/paths/home-problem.ts';
import type { LoadedFile } from '../files/load/load-file.ts';
import { CHANGE_SIZE_LIMIT } from '../files/size-limit.ts';
import { inspectFile } from '../files/load/inspect-file.ts';
import { exists, nearestExistingParent, resolvePath } from '../files/paths/resolve-path.ts';
import { shownPath } from '../files/paths/shown-path.ts';
import { outputForHook, outputForModel, shortenOutput } from './output-views.ts';
import { givenPages } from './pdf/parse-pages.ts';
import { readFileAsKind } from './read-file.ts';
import { toReadSettings, type ReadOptions } from './read-options.ts';
import type { PartsReadView, ReadOutput, UnchangedReadView } from './read-output.ts';
import { readOutputSchema } from './read-output-schema.ts';
import { readInputSchema, type ReadInput } from './read-schema.ts';
import { readUnsaved } from './read-unsaved.ts';
import { recordRead } from './record-read.ts';
import { unreadableProblem } from './unreadable.ts';

const DESCRIPTION = `Reads a file: text with line numbers, images, notebooks, or the text of a PDF.

- Text: each line as number, tab, text. Shows up to 2,000 lines from the start, or \`limit\` lines from \`offset\` (starting at 1), and at most about 25,000 tokens; a note at the end gives the offset to continue with. UTF-8, UTF-16 and Latin-1 are supported.
- Lines are cut after 2,000 characters. \`allow_large\` allows pages four times as large, and lines up to a third of such a page.
- Line endings and byte order marks are not shown. The number and tab are not part of the line; leave them out when you call Edit.
- Images (PNG, JPEG, GIF, WebP, TIFF, AVIF) are shown to you, scaled down if large; for animations, the first frame.
- Notebooks (.ipynb): cells with ids and outputs; \`offset\` and \`limit\` count cells.
- PDF: the text of each page. For more than 10 pages, \`pages\` ("3", "1-5"; at most 20) is required.
- Write and NotebookEdit require that you have read the whole file, at once or in pages. Without that, Edit accepts only an exact, unique match.
- For directories, use Glob or ls. Other binary files can't be shown.`;

/** The `Read` tool: a page of a file; for text, with constant memory whatever the file's size. */
export function createReadTool(options: ReadOptions = {}): Tool<ReadInput, ReadOutput> {
  const mayName = options.mayName ?? (() => true);
  const settings = toReadSettings(options);
  return defineTool({
    name: 'Read',
    aliases: ['FileRead', 'FileReadTool', 'ReadFileTool'],
    description: DESCRIPTION,
    searchHint: 'show view open cat file text image screenshot notebook pdf',
    inputSchema: readInputSchema,
    outputSchema: readOutputSchema,
    isConcurrencySafe: true,
    isReadOnly: true,
    maxResultSizeChars: Infinity,
    claims: ({ file_path }, { cwd }) => claimsForReading(file_path, cwd),
    actions: (input, context) => decidedActions(input, 'read', input.file_path, context),
    suggestRules: ({ file_path }, { cwd }) => suggestReadRule(file_path, cwd),
    async validateInput({ file_path }, context) {
      const { path } = resolvePath(file_path, context.cwd);
      const mayShow = (name: string): boolean => mayName(name, context);
      const refusal = homeProblem(file_path) ?? (await unreadableProblem(path, inspectFile(path), mayShow));
      return refusal ?? { ok: true };
    },
    async call(input, context) {
      const { path, realPath } = decidedPath(input, input.file_path, context.cwd);
      const mayShow = (name: string): boolean => mayName(name, context);
      const refusal =
        homeProblem(input.file_path) ??
        movedProblem(input, input.file_path, context.cwd, 'Nothing was read.') ??
        (await unreadableProblem(path, inspectFile(realPath), mayShow));
      if (refusal !== undefined) return fail(refusal.code, refusal.message);
      const request = {
        path,
        realPath,
        input,
        settings,
        signal: context.signal,
        tell: (text: string) => context.progress({ type: 'status', text }),
      };
      const shown = await shownInEditor(realPath, context.signal, options.editorFiles);
      const read = await (shown === undefined ? readFileAsKind(request) : readUnsaved(request, shown));
      if (!read.ok) return fail(read.code, read.message);
      if (read.fingerprint !== undefined && read.shown !== undefined) {
        recordRead(context, realPath, read.fingerprint, read.shown);
      }
      return { data: read.data };
    },
    checksImages: true,
    toModel: (output, { allow_large }) => outputForModel(output, allow_large === true),
    toClient: outputForClient,
    toClientAsUnchanged: ({ file: { filePath } }): UnchangedReadView => ({
      type: 'file_unchanged',
      file: { filePath },
    }),
    toHook: (output) => outputForHook(output),
    shorten: (output, { allow_large }, maxChars) => shortenOutput(output, maxChars, allow_large === true),
    summarize: ({ file_path, offset, limit, pages }, context) =>
      `Read ${shownPath(file_path, context)}${pagesText(pages)}${rangeText(offset, limit)}`,
  });
}

/** A text that is open in an editor and not saved. Undefined: the disk has what a person sees. */
async function shownInEditor(
  realPath: string,
  signal: AbortSignal,
  editorFiles: EditorFiles | undefined,
): Promise<LoadedFile | undefined> {
  if (editorFiles === undefined) return undefined;
  const state = inspectFile(realPath);
  if (state.status !== 'file' || state.stats.size > CHANGE_SIZE_LIMIT) return undefined;
  const loaded = await loadShownFile(realPath, signal, editorFiles);
  return loaded.ok && loaded.unsaved !== undefined ? loaded : undefined;
}

/** Pages of a PDF are texts here; `pages` of clients are images, of which there are none. */
function outputForClient(output: ReadOutput): ReadOutput | PartsReadView {
  if (output.type !== 'parts') return output;
  const { file, pages, ...rest } = output;
  return { ...rest, file: { ...file, outputDir: '' }, pageTexts: pages };
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
