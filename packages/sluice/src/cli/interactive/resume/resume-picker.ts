import { countAnswers, listSessions, stateDirectory, type StoredSession } from '@sluice/agent';
import { countText } from '@sluice/base';
import { durationText, sanitize } from '@sluice/core';
import { journalHolder } from '@sluice/host';
import type { SessionChoice } from '@sluice/session/agent';
import type { Picker, PickerItem } from '@sluice/terminal';
import { searchSessions } from './search-sessions.ts';
import { sessionPreview } from './session-preview.ts';

export interface ResumePickerOptions {
  /** Real and absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The session that is open: it isn't listed. */
  readonly exceptId: string | undefined;
  readonly pick: (picker: Picker) => void;
  /** Something that the list shows has come. */
  readonly refresh: () => void;
  readonly open: (choice: SessionChoice) => void;
  /** Tells the person something about their choice. */
  readonly note: (text: string) => void;
  /** None was chosen. */
  readonly onClose: () => void;
}

/** Lists the sessions of the directory, and with Tab those of all directories. False: there are none. */
export function openResumePicker(options: ResumePickerOptions): boolean {
  const sessions = listSessions(stateDirectory(options.env)).filter(({ id }) => id !== options.exceptId);
  if (sessions.length === 0) return false;
  const here = sessions.filter(({ cwd }) => cwd === options.cwd);
  show(options, sessions, here.length === 0);
  return true;
}

function show(options: ResumePickerOptions, sessions: readonly StoredSession[], isAll: boolean): void {
  const shown = isAll ? sessions : sessions.filter(({ cwd }) => cwd === options.cwd);
  const byId = new Map(shown.map((session) => [session.id, session]));
  const items = shown.map((session) => new SessionItem(session, options, isAll));
  options.pick({
    title: isAll ? 'Resume a session of any directory' : 'Resume a session',
    items,
    does: 'resumes',
    keys: [
      {
        key: 'tab',
        hint: `Tab: ${isAll ? 'this directory' : 'all directories'}`,
        needsItem: false,
        run: () => show(options, sessions, !isAll),
      },
    ],
    keepsFilter: true,
    preview: async ({ id }) => {
      const session = byId.get(id);
      return session === undefined ? [] : sessionPreview(session);
    },
    search: (words, signal) => searchSessions(shown, words, signal),
    onPick: ({ id }) => {
      const session = byId.get(id);
      if (session !== undefined)
        openSession(session, {
          ...options,
          back: { label: 'Choose another one', run: () => show(options, sessions, isAll) },
        });
    },
    onClose: options.onClose,
  });
}

/** Continues with a session; of one that another program has open, a copy is offered. */
export function openSession(
  { id, cwd: from, directory }: StoredSession,
  {
    cwd,
    pick,
    note,
    open,
    back,
  }: Pick<ResumePickerOptions, 'cwd' | 'pick' | 'note' | 'open'> & {
    /** Where the user wants no copy. */
    readonly back: { readonly label: string; readonly run: () => void };
  },
): void {
  const go = (isForked: boolean): void => {
    if (from !== cwd) note(`The session worked in ${from}; it continues in ${cwd}.`);
    open({ kind: 'named', name: id, isForked, id: undefined });
  };
  const holder = journalHolder(directory);
  if (holder === undefined) go(false);
  else offerFork(pick, `${id.slice(0, 8)} is in use by process ${holder.pid}`, () => go(true), back);
}

/** Two programs can't write to one session. */
function offerFork(
  pick: ResumePickerOptions['pick'],
  title: string,
  fork: () => void,
  back: { readonly label: string; readonly run: () => void },
): void {
  pick({
    title,
    items: [
      { id: 'fork', label: 'Continue with a copy of it', detail: 'a fork' },
      { id: 'back', label: back.label, detail: '' },
    ],
    onPick: (chosen) => {
      if (chosen.id === 'fork') fork();
      else back.run();
    },
    onClose: back.run,
  });
}

/** What takes reading a journal is found out when the item is on the screen. */
class SessionItem implements PickerItem {
  readonly id: string;
  readonly label: string;
  readonly #session: StoredSession;
  readonly #refresh: () => void;
  readonly #age: string;
  #inUse: string | undefined;
  #answers: string | undefined;

  constructor(session: StoredSession, { refresh }: ResumePickerOptions, showsDirectory: boolean) {
    const { id, title, cwd, usedAt } = session;
    this.#session = session;
    this.#refresh = refresh;
    this.#age = agoText(Date.now() - usedAt);
    this.id = id;
    const where = showsDirectory ? `  ${sanitize(cwd)}` : '';
    this.label = `${id.slice(0, 8)}  ${title ?? '(no title)'}${where}`;
  }

  get detail(): string {
    const { directory } = this.#session;
    if (this.#inUse === undefined) {
      const holder = journalHolder(directory);
      this.#inUse = holder === undefined ? '' : `in use by ${holder.pid}`;
      void countAnswers(directory).then((count) => {
        this.#answers = countText(count, 'answer');
        this.#refresh();
      });
    }
    return [this.#answers ?? '', this.#inUse, this.#age].filter((text) => text !== '').join('  ');
  }
}

function agoText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return minutes < 1 ? 'just now' : `${durationText(minutes * 60_000)} ago`;
}
