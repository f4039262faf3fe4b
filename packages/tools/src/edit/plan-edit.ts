import type { CheckContext } from '@sluice/core';
import { homeProblem } from '../files/paths/home-problem.ts';
import { inspectFile } from '../files/load/inspect-file.ts';
import { loadShownFile, type EditorFiles } from '../files/load/editor-files.ts';
import type { LoadedFile } from '../files/load/load-file.ts';
import { isNotebookPath, notebookProblem } from '../files/paths/notebook-path.ts';
import type { Problem } from '../files/problem.ts';
import type { ReadsFreely } from '../files/paths/reads-freely.ts';
import { decidedPath } from '../files/paths/decided-place.ts';
import type { ResolvedPath } from '../files/paths/resolve-path.ts';
import { changedProblem, notSeenProblem } from '../files/seen/seen-check.ts';
import { CHANGE_SIZE_LIMIT } from '../files/size-limit.ts';
import { viewOf, type TextView } from '../files/text/text-view.ts';
import { unwritableProblem } from '../files/write/unwritable.ts';
import {
  missingProblem,
  notEmptyProblem,
  SEVERAL,
  stringsProblem,
  tooLargeProblem,
  withReason,
} from './edit-problems.ts';
import type { EditInput, SeenState } from './edit-schema.ts';
import { planReplacement, type Replacement } from './plan-replacement.ts';

/** An edit that is possible with the file's current content. */
interface EditPlan extends Replacement {
  readonly target: ResolvedPath;
  /** The current file; undefined for a new one. */
  readonly loaded: LoadedFile | undefined;
  /** The text in which the replacement was made. */
  readonly view: TextView;
  readonly seen: SeenState;
}

/** What the edit would make of the current file, or why it is not possible. */
export async function planEdit(
  input: EditInput,
  context: CheckContext,
  readsFreely: ReadsFreely,
  editorFiles?: EditorFiles,
): Promise<EditPlan | Problem> {
  const elsewhere = homeProblem(input.file_path);
  if (elsewhere !== undefined) return elsewhere;
  const target = decidedPath(input, input.file_path, context.cwd);
  const { path, realPath } = target;
  if (isNotebookPath(realPath)) return notebookProblem(path);
  const state = inspectFile(realPath);
  const refusal = stringsProblem(input) ?? unwritableProblem(input.file_path, path, state);
  if (refusal !== undefined) return refusal;
  if (state.status !== 'file')
    return input.old_string === '' ? creation(input, target, undefined) : missingProblem(path);
  if (state.stats.size > CHANGE_SIZE_LIMIT) return tooLargeProblem(path, state.stats.size);
  if (input.old_string === '' && state.stats.size > 0n) return notEmptyProblem(path);

  const early = unseenProblem(input, target, context, undefined);
  if (early !== undefined && !mayGoOn(input, target, context, readsFreely)) return early;
  const loaded = await loadShownFile(realPath, context.signal, editorFiles);
  if (!loaded.ok) return loaded;
  if (input.old_string === '') {
    return loaded.bytes.length === 0 ? creation(input, target, loaded) : notEmptyProblem(path);
  }
  const unseen = unseenProblem(input, target, context, loaded);
  if (unseen !== undefined && !mayGoOn(input, target, context, readsFreely)) return unseen;
  const view = viewOf(loaded.bytes, path);
  if (!view.ok) return view;
  const replacement = planReplacement(view.bytes, input, path);
  if (!replacement.ok) return unseen === undefined ? replacement : withReason(unseen, replacement);
  // In the form that Read shows, old_string occurs more than once.
  if (unseen !== undefined && replacement.crlfTwins !== undefined) return withReason(unseen, SEVERAL);
  if (replacement.after.length > CHANGE_SIZE_LIMIT) return tooLargeProblem(path, replacement.after.length);
  return { ...replacement, target, loaded, view, seen: unseen?.state ?? 'whole' };
}

interface Unseen extends Problem {
  readonly state: Exclude<SeenState, 'whole'>;
}

/** Why the model doesn't know the whole file; `loaded` is its current content, if already read. */
function unseenProblem(
  { old_string }: EditInput,
  { path, realPath }: ResolvedPath,
  { ledger }: CheckContext,
  loaded: LoadedFile | undefined,
): Unseen | undefined {
  if (old_string === '') return undefined;
  const record = ledger.get(realPath);
  const notSeen = notSeenProblem(record, path, 'edit');
  if (notSeen !== undefined) {
    return { ...notSeen, state: notSeen.code };
  }
  const changed =
    record === undefined || loaded === undefined ? undefined : changedProblem(record, loaded, path, 'edit');
  return changed === undefined ? undefined : { ...changed, state: 'changed' };
}

/** A single exact match makes it safe to edit a file that the model doesn't fully know, provided it could have read it. */
function mayGoOn(
  { replace_all }: EditInput,
  { path }: ResolvedPath,
  context: CheckContext,
  readsFreely: ReadsFreely,
): boolean {
  return replace_all !== true && readsFreely(path, context);
}

function creation(input: EditInput, target: ResolvedPath, loaded: LoadedFile | undefined): EditPlan {
  return {
    ok: true,
    target,
    loaded,
    view: { ok: true, bytes: Buffer.alloc(0), wide: undefined },
    seen: 'whole',
    after: Buffer.from(input.new_string, 'utf8'),
    changed: { start: 0, end: 0 },
    replacements: 0,
    startLine: 1,
    form: 'exact',
  };
}
