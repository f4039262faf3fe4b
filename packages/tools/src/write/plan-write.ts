import type { CheckContext } from '@sluice/core';
import { formatBytes } from '../files/text/format.ts';
import { homeProblem } from '../files/paths/home-problem.ts';
import { inspectFile } from '../files/load/inspect-file.ts';
import { loadShownFile, type EditorFiles } from '../files/load/editor-files.ts';
import type { LoadedFile } from '../files/load/load-file.ts';
import { problem, type Problem } from '../files/problem.ts';
import type { ReadsFreely } from '../files/paths/reads-freely.ts';
import { decidedPath } from '../files/paths/decided-place.ts';
import type { ResolvedPath } from '../files/paths/resolve-path.ts';
import { changedProblem, notSeenProblem, sameMessageProblem } from '../files/seen/seen-check.ts';
import { CHANGE_SIZE_LIMIT } from '../files/size-limit.ts';
import { unwritableProblem } from '../files/write/unwritable.ts';
import { keepFormat, type FormattedText } from './keep-format.ts';
import type { WriteInput } from './write-schema.ts';

/** A write that is possible with the file's current content. */
interface WritePlan {
  readonly ok: true;
  readonly target: ResolvedPath;
  readonly text: FormattedText;
  /** The current file; undefined for a new one. */
  readonly loaded: LoadedFile | undefined;
  /** The file already has exactly these bytes. */
  readonly isUnchanged: boolean;
}

/** Whether `content` may be written to the current file, or why not. */
export async function planWrite(
  input: WriteInput,
  context: CheckContext,
  readsFreely: ReadsFreely,
  editorFiles?: EditorFiles,
): Promise<WritePlan | Problem> {
  const elsewhere = homeProblem(input.file_path);
  if (elsewhere !== undefined) return elsewhere;
  const target = decidedPath(input, input.file_path, context.cwd);
  const { path, realPath } = target;
  const state = inspectFile(realPath);
  const refusal = unwritableProblem(input.file_path, path, state) ?? brokenTextProblem(input.content);
  if (refusal !== undefined) return refusal;
  if (state.status !== 'file') {
    const text = keepFormat(input.content, undefined);
    return { ok: true, target, text, loaded: undefined, isUnchanged: false };
  }
  if (state.stats.size > CHANGE_SIZE_LIMIT) return tooLargeProblem(path, state.stats.size);
  const loaded = await loadShownFile(realPath, context.signal, editorFiles);
  if (!loaded.ok) return loaded;
  const text = keepFormat(input.content, loaded.bytes);
  const isUnchanged = text.bytes.equals(loaded.bytes);
  // Nothing is lost, no matter who wrote it, so a resumed session may run the call again. But that the content is the same is information too.
  const mayTell = isUnchanged && readsFreely(path, context);
  const unseen = mayTell ? undefined : unseenProblem(target, loaded, context);
  return unseen ?? { ok: true, target, text, loaded, isUnchanged };
}

function unseenProblem(target: ResolvedPath, loaded: LoadedFile, context: CheckContext): Problem | undefined {
  const { path, realPath } = target;
  const record = context.ledger.get(realPath);
  const notSeen = notSeenProblem(record, path, 'overwrite');
  if (notSeen !== undefined || record === undefined) return notSeen;
  return changedProblem(record, loaded, path, 'overwrite') ?? sameMessageProblem(context, target, 'Write');
}

function brokenTextProblem(content: string): Problem | undefined {
  if (content.isWellFormed()) return undefined;
  return problem(
    'broken-text',
    'content contains half of a surrogate pair, which no text file can contain. Use the whole character or leave it out.',
  );
}

function tooLargeProblem(path: string, size: bigint): Problem {
  return problem(
    'too-large',
    `${path} is ${formatBytes(size)} large; Write replaces files up to ${formatBytes(CHANGE_SIZE_LIMIT)}, since it keeps what was there. Remove the file first, or write to another.`,
  );
}
