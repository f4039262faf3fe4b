import { countAnswers, type StoredSession } from '@sluice/agent';
import { journalHolder } from '@sluice/host';

/** A session as `--json` tells it. */
export interface SessionFacts {
  readonly id: string;
  readonly cwd: string;
  readonly title: string | null;
  readonly model: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly usedAt: string;
  /** Messages of its model. */
  readonly turns: number;
  /** The process that works in it now. */
  readonly inUseBy: number | null;
  readonly directory: string;
}

export async function describeSession(session: StoredSession): Promise<SessionFacts> {
  const { id, cwd, title = null, model = null, directory } = session;
  return {
    id,
    cwd,
    title,
    model,
    createdAt: isoTime(session.createdAt),
    usedAt: isoTime(session.usedAt),
    turns: await countAnswers(directory),
    inUseBy: journalHolder(directory)?.pid ?? null,
    directory,
  };
}

/** A file may hold any number for a time. */
function isoTime(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}
