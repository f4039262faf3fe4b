import { readPreImage } from '@sluice/host';
import { countText, errorText } from '@sluice/base';
import { sanitize } from '@sluice/core';
import { fileNow } from '@sluice/tools';
import { differenceText } from '../../undo/difference-text.ts';
import type { JournaledWrite } from '../../undo/journaled-write.ts';
import { openUndo, type UndoSession } from '../../undo/open-undo.ts';
import { runUndo } from '../../undo/run-undo.ts';
import { sessionRecord } from '../record/session-record.ts';
import type { CommandContext } from './slash-command.ts';
import { undoWords } from './undo-words.ts';

const COMMANDS = 'Files changed by commands are not covered.';

/** Undoes the changes of the latest prompts that made any. */
export async function undoLast(args: string, context: CommandContext): Promise<void> {
  if (!/^\d*$/.test(args)) return context.note('Use /undo, or /undo N.');
  const opened = await openHere(context);
  if (opened === undefined) return;
  const { prompts } = opened;
  const wrote = prompts.filter(({ writes }) => writes.length > 0);
  const chosen = wrote.at(-Math.max(1, Number(args)));
  if (chosen === undefined)
    return context.note(
      wrote.length === 0
        ? nothing()
        : `Only ${countText(wrote.length, 'prompt')} of this session changed files.`,
    );
  await offerUndo(context, opened, chosen.time, () => {});
}

/** Shows what the session has changed in files. */
export async function showDifferences(context: CommandContext): Promise<void> {
  const opened = await openHere(context);
  if (opened === undefined) return;
  const first = new Map<string, JournaledWrite>();
  for (const write of opened.session.writes) if (!first.has(write.path)) first.set(write.path, write);
  if (first.size === 0) return context.print(nothing());
  const words = undoWords(context.parts.cwd, []);
  for (const [path, { before }] of first) {
    const shown = words(path);
    const now = await fileNow(path, new AbortController().signal);
    const then = before === null ? undefined : await readPreImage(opened.directory, before.hash);
    if (!now.ok) context.note(now.message);
    else if (before !== null && then === undefined)
      context.note(`${shown}: its old content is no longer stored`);
    else {
      context.print(sanitize(shown), 'strong');
      printDifference(await differenceText(then, now.loaded?.bytes), context);
    }
  }
  context.print(COMMANDS, 'quiet');
}

/** Lets the user choose a prompt to go back to, and what goes back. */
export async function offerRewind(context: CommandContext): Promise<void> {
  const opened = await openHere(context);
  if (opened === undefined) return;
  const { prompts } = opened;
  if (prompts.length === 0) return context.note('This session has no prompts yet.');
  const items = prompts
    .map(({ text, filesSince }, index) => ({
      id: String(index),
      label: text.replaceAll(/\s+/g, ' '),
      detail: filesSince === 0 ? '' : `${countText(filesSince, 'file')} changed since`,
    }))
    .toReversed();
  context.pick({
    title: 'Go back to before this prompt',
    items,
    onPick: ({ id }) => chooseWhat(context, opened, Number(id)),
  });
}

interface PromptOfSession {
  readonly text: string;
  readonly time: number;
  /** Until the next prompt. */
  readonly writes: readonly JournaledWrite[];
  /** Number of files written since it was sent. */
  readonly filesSince: number;
}

interface OpenedHere {
  readonly session: UndoSession;
  readonly directory: string;
  readonly prompts: readonly PromptOfSession[];
}

async function openHere({ parts: { session }, note }: CommandContext): Promise<OpenedHere | undefined> {
  const { journal, directory, store } = session;
  if (journal === undefined) {
    note('This session has no journal, so nothing can be undone.');
    return undefined;
  }
  const opened = await openUndo(directory, true, journal);
  if (!opened.ok) {
    note(opened.message);
    return undefined;
  }
  const { entries } = await journal.read();
  const record = (await sessionRecord(entries, store)).filter((item) => item.kind === 'prompt');
  const { writes } = opened.session;
  const prompts = record.map(({ text, time }, index) => {
    const end = record[index + 1]?.time ?? Infinity;
    const since = writes.filter((write) => write.time >= time);
    return {
      text,
      time,
      writes: since.filter((write) => write.time < end),
      filesSince: new Set(since.map(({ path }) => path)).size,
    };
  });
  return { session: opened.session, directory, prompts };
}

function chooseWhat(context: CommandContext, opened: OpenedHere, index: number): void {
  const prompt = opened.prompts[index];
  if (prompt === undefined) return;
  const hasFiles = prompt.filesSince > 0;
  const rewindConversation = (): void => {
    context.switchTo(
      index === 0
        ? { kind: 'new', id: undefined }
        : { kind: 'named', name: context.sessionId, isForked: true, id: undefined, beforePrompt: index },
    );
    context.setDraft(prompt.text);
  };
  const both = { id: 'both', label: 'Files and conversation', detail: '' };
  const files = { id: 'files', label: 'Only the files', detail: '' };
  const conversation = {
    id: 'conversation',
    label: 'Only the conversation',
    detail: 'you can still resume this one',
  };
  context.pick({
    title: 'What should go back?',
    items: hasFiles ? [both, files, conversation] : [conversation],
    onPick: async ({ id }) => {
      if (id === 'conversation') rewindConversation();
      else
        await offerUndo(context, opened, prompt.time, id === 'both' ? rewindConversation : () => {}).catch(
          (error: unknown) => context.note(`The undo failed: ${errorText(error)}`),
        );
    },
  });
}

/** Shows what an undo would change, and asks. */
async function offerUndo(
  context: CommandContext,
  { session, directory }: OpenedHere,
  since: number,
  onDone: () => void,
): Promise<void> {
  const { note } = context;
  const forPerson = undoWords(context.agent.runtime.session.cwd, session.writes);
  const options = { directory, choice: { since }, isForced: false, isList: false, isDryRun: true };
  const dry = await runUndo({ ...session, journal: undefined }, options);
  printDifference(dry.done.map(forPerson), context);
  for (const problem of dry.problems) note(forPerson(problem));
  context.print(COMMANDS, 'quiet');
  const isForced = dry.problems.length > 0;
  const question = isForced
    ? 'Undo these changes anyway? Your later changes are saved elsewhere.'
    : 'Undo these changes?';
  if (await context.confirm(question, isForced))
    await undoNow(context, session, { ...options, isForced, isDryRun: false }, onDone);
  else note('Nothing was undone.');
}

async function undoNow(
  context: CommandContext,
  session: UndoSession,
  options: Parameters<typeof runUndo>[1],
  onDone: () => void,
): Promise<void> {
  const { done, problems } = await runUndo(session, options);
  const forPerson = undoWords(context.agent.runtime.session.cwd, session.writes);
  for (const line of done) context.print(sanitize(forPerson(line)));
  for (const problem of problems) context.note(forPerson(problem));
  if (done.length > 0)
    context.tell(
      `The user has undone changes that you made to files:\n${done.join('\n')}\nRead a file again before you rely on it.`,
    );
  if (problems.length === 0) onDone();
}

function nothing(): string {
  return `The session hasn't changed any files. ${COMMANDS}`;
}

function printDifference(lines: readonly string[], { print }: CommandContext): void {
  for (const line of lines) {
    const text = sanitize(line);
    if (/^ {2}\+/.test(line)) print(text, 'good');
    else if (/^ {2}-/.test(line)) print(text, 'bad');
    else print(text);
  }
}
