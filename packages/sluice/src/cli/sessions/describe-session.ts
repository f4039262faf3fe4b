import { countAnswers, type StoredSession } from '@sluice/agent';
import { journalHolder } from '@sluice/host';

/** A session as `--json` shows it. */
export interface SessionFacts {
  readonly id: string;
  readonly cwd: string;
  readonly title: string | null;
  readonly model: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly usedAt: string;
  /** Number of the model's messages. */
  readonly turns: number;
  /** The process currently using it. */
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

/** A file may contain any number as a time. */
function isoTime(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}
