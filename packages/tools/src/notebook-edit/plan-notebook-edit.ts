import { isUtf8 } from 'node:buffer';
import type { CheckContext } from '@sluice/core';
import { formatBytes } from '../files/text/format.ts';
import { homeProblem } from '../files/paths/home-problem.ts';
import { inspectFile } from '../files/load/inspect-file.ts';
import { loadFile, type LoadedFile } from '../files/load/load-file.ts';
import { isNotebookPath } from '../files/paths/notebook-path.ts';
import { problem, type Problem } from '../files/problem.ts';
import { decidedPath } from '../files/paths/decided-place.ts';
import type { ResolvedPath } from '../files/paths/resolve-path.ts';
import { changedProblem, notSeenProblem, sameMessageProblem } from '../files/seen/seen-check.ts';
import { unwritableProblem } from '../files/write/unwritable.ts';
import { NOTEBOOK_BYTES } from '../read/notebook/notebook-limits.ts';
import { editNotebook, type EditedNotebook } from './edit-notebook.ts';
import type { NotebookEditInput } from './notebook-edit-schema.ts';

const MARK = '\uFEFF';

/** A notebook edit that is possible with the file's current content. */
interface NotebookPlan {
  readonly ok: true;
  readonly target: ResolvedPath;
  readonly loaded: LoadedFile;
  readonly edited: EditedNotebook;
  /** The cell numbers that the model knows are no longer valid. */
  readonly hasMovedCells: boolean;
  readonly after: Buffer;
  /** Byte range of the old content. */
  readonly changed: { readonly start: number; readonly end: number };
}

/** What the edit would make of the current notebook, or why it is not possible. */
export async function planNotebookEdit(
  input: NotebookEditInput,
  context: CheckContext,
  newId: () => string,
): Promise<NotebookPlan | Problem> {
  const elsewhere = homeProblem(input.notebook_path);
  if (elsewhere !== undefined) return elsewhere;
  const target = decidedPath(input, input.notebook_path, context.cwd);
  const { path, realPath } = target;
  if (!isNotebookPath(realPath)) {
    return problem(
      'not-a-notebook',
      `${path} is not a notebook: its name does not end in .ipynb. Use Edit for other files.`,
    );
  }
  const state = inspectFile(realPath);
  const refusal = inputProblem(input, path) ?? unwritableProblem(input.notebook_path, path, state);
  if (refusal !== undefined) return refusal;
  if (state.status !== 'file') {
    return problem(
      'not-found',
      `${path} does not exist. Check the path, or create a new notebook with Write.`,
    );
  }
  if (state.stats.size > NOTEBOOK_BYTES) return tooLargeProblem(path, state.stats.size);
  const record = context.ledger.get(realPath);
  const notSeen = notSeenProblem(record, path, 'edit');
  if (notSeen !== undefined) return notSeen;
  const loaded = await loadFile(realPath, context.signal);
  if (!loaded.ok) return loaded;
  const unseen =
    (record === undefined ? undefined : changedProblem(record, loaded, path, 'edit')) ??
    sameMessageProblem(context, target, 'NotebookEdit');
  if (unseen !== undefined) return unseen;
  return planOn(loaded, input, target, newId, record?.hasMovedParts === true);
}

function planOn(
  loaded: LoadedFile,
  input: NotebookEditInput,
  target: ResolvedPath,
  newId: () => string,
  hasMovedCells: boolean,
): NotebookPlan | Problem {
  if (!isUtf8(loaded.bytes)) {
    return problem(
      'broken-notebook',
      `${target.path} is not UTF-8, which every notebook must be. Convert it first.`,
    );
  }
  const whole = loaded.bytes.toString('utf8');
  const mark = whole.startsWith(MARK) ? MARK : '';
  const { cell_id: cellId, new_source: source, cell_type: cellType, edit_mode: mode = 'replace' } = input;
  const text = whole.slice(mark.length);
  const edited = editNotebook(text, { mode, cellId, source, cellType, hasMovedCells }, target.path, newId);
  if (!edited.ok) return edited;
  const bytesBefore = (end: number): number => Buffer.byteLength(mark + text.slice(0, end));
  return {
    ok: true,
    target,
    loaded,
    edited,
    hasMovedCells: hasMovedCells || edited.hasMovedCells,
    after: Buffer.from(mark + edited.text, 'utf8'),
    changed: { start: bytesBefore(edited.changed.start), end: bytesBefore(edited.changed.end) },
  };
}

function inputProblem(input: NotebookEditInput, path: string): Problem | undefined {
  const { edit_mode: mode = 'replace', cell_id: cellId, cell_type: cellType, new_source: source } = input;
  if (mode !== 'insert' && cellId === undefined) {
    return problem('no-cell', `No cell of ${path} given. Pass its cell_id, as Read shows it.`);
  }
  if (mode === 'insert' && cellType === undefined) {
    return problem('no-cell-type', 'An inserted cell needs a cell_type: code or markdown.');
  }
  if (source.isWellFormed()) return undefined;
  return problem(
    'broken-text',
    'new_source contains half of a surrogate pair, which no UTF-8 file can contain. Use the whole character or leave it out.',
  );
}

function tooLargeProblem(path: string, size: bigint): Problem {
  return problem(
    'too-large',
    `${path} is ${formatBytes(size)} large; notebooks are edited up to ${formatBytes(NOTEBOOK_BYTES)}. Clear its outputs first.`,
  );
}
