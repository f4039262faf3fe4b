import { join } from 'node:path';
import { errorText } from '@sluice/base';
import { readSession, type Journal, type JournaledMessage } from '@sluice/core';
import { AGENTS_DIRECTORY, openJournal } from '@sluice/host';
import { lostLines } from '../directory/lost-lines.ts';
import type { Session } from '../directory/open-session.ts';

/** The journal of an agent that another agent opened, and what it resumes from. */
export interface AgentJournal {
  /** Undefined if the session keeps none. */
  readonly journal: Journal | undefined;
  /** Absolute: where its journal is, or would be. */
  readonly path: string;
  readonly resume: readonly JournaledMessage[] | undefined;
  readonly setAside: number;
  readonly lostLines: number;
}

type OpenedAgentJournal =
  | { readonly ok: true; readonly opened: AgentJournal }
  | { readonly ok: false; readonly message: string };

const ID = /^[\w-]{1,64}$/;

/** The lock of the session's journal keeps other processes away from those of its agents, which this process tells apart. */
const open = new Set<string>();

/** Opens `agents/<id>/journal.jsonl` in the session's directory; never throws. */
export async function openAgentJournal(
  session: Pick<Session, 'directory' | 'journal' | 'durability'>,
  id: string,
  isResumed: boolean,
): Promise<OpenedAgentJournal> {
  if (!ID.test(id))
    return {
      ok: false,
      message: `${JSON.stringify(id)} is not a valid agent id: use letters, digits, "-" and "_".`,
    };
  const directory = join(session.directory, AGENTS_DIRECTORY, id);
  const path = join(directory, 'journal.jsonl');
  const nothing = { path, resume: undefined, setAside: 0, lostLines: 0 };
  if (session.journal === undefined) {
    if (isResumed)
      return { ok: false, message: `The session has no journal, so agent ${id} can't continue.` };
    return { ok: true, opened: { journal: undefined, ...nothing } };
  }
  if (open.has(directory)) return { ok: false, message: `The agent ${id} of this session is already open.` };
  const opened = openJournal({ directory, durability: session.durability, takesLock: false });
  if (!opened.ok) return { ok: false, message: opened.message };
  open.add(directory);
  const journal: Journal = {
    ...opened.journal,
    close() {
      open.delete(directory);
      opened.journal.close();
    },
  };
  if (opened.isNew && !isResumed) return { ok: true, opened: { journal, ...nothing } };
  const refuse = (message: string): OpenedAgentJournal => {
    journal.close();
    return { ok: false, message };
  };
  try {
    const content = await journal.read();
    const { entries, setAside } = content;
    if (isResumed && entries.length === 0) return refuse(`There is no agent ${id} in this session.`);
    if (!isResumed && entries.length > 0) return refuse(`This session already has an agent ${id}.`);
    const resume = isResumed ? readSession(entries) : undefined;
    return { ok: true, opened: { journal, path, resume, setAside, lostLines: lostLines(content) } };
  } catch (error) {
    const reason = errorText(error);
    return refuse(`The journal of agent ${id} can't be read (${reason}).`);
  }
}
