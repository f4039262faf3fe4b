import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '@sluice/base';
import type { Journal } from '@sluice/core';
import { openJournal, readWholeJournal } from '@sluice/host';
import { removeUnfinished } from '@sluice/session';
import { journaledWrites, type JournaledWrite } from './journaled-write.ts';
import { lookAt } from './look-at.ts';
import { madeWrites } from './made-writes.ts';
import { undoPast, type UndoPast } from './nothing-text.ts';

/** A session whose writes can be undone. */
export interface UndoSession {
  /** Writes that happened and are not undone, in order. */
  readonly writes: readonly JournaledWrite[];
  /** What else the journal contains. */
  readonly past: UndoPast;
  /** Number of journal lines that could not be read. */
  readonly setAside: number;
  /** One line per file that was removed because an interrupted write had left it. */
  readonly removed: readonly string[];
  /** Undefined if it was opened read-only. */
  readonly journal: Journal | undefined;
}

type OpenedUndo =
  | { readonly ok: true; readonly session: UndoSession }
  | { readonly ok: false; readonly message: string };

/**
 * Opens a directory's session; with `isToChange`, no one else may have it open.
 * @param held the journal, where the session that holds it undoes its own writes
 */
export async function openUndo(directory: string, isToChange: boolean, held?: Journal): Promise<OpenedUndo> {
  if (!existsSync(join(directory, 'journal.jsonl'))) {
    return { ok: false, message: `${directory} contains no session: there is no journal.jsonl in it` };
  }
  const opened = isToChange && held === undefined ? openJournal({ directory }) : undefined;
  if (opened?.ok === false) {
    const remedy = opened.code === 'locked' ? ' End it first, then undo.' : '';
    return { ok: false, message: `${opened.message}${remedy}` };
  }
  const journal = opened?.journal ?? held;
  try {
    const { entries, agents, setAside, lost } = await readWholeJournal(directory);
    const told = journaledWrites(entries, agents.length > 0);
    const doubted = told.filter(({ hasSucceeded }) => !hasSucceeded).map(({ path }) => path);
    const { files } = await lookAt(doubted);
    const writes = madeWrites(told, new Map([...files].map(([path, { hash }]) => [path, hash])));
    const removed = opened === undefined ? [] : removeUnfinished(entries);
    return {
      ok: true,
      session: { writes, past: undoPast(entries), setAside: Math.max(setAside, lost), removed, journal },
    };
  } catch (error) {
    opened?.journal.close();
    const reason = errorText(error);
    return { ok: false, message: `The journal in ${directory} can't be read (${reason}).` };
  }
}
