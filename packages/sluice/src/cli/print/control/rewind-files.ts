import { getOwn } from '@sluice/core';
import type { AssembledAgent } from '@sluice/session/agent';

interface RewindAnswer {
  readonly canRewind: boolean;
  readonly error?: string;
  /** Absolute paths. */
  readonly filesChanged?: readonly string[];
  /** Lines that the files gain and lose. */
  readonly insertions?: number;
  readonly deletions?: number;
}

interface RewindScope {
  /** When the agent took a message, in milliseconds since the Unix epoch. Undefined: it has not, in this run; then the journal tells. */
  readonly takenAt: (uuid: string) => number | undefined;
  /** Only a program that asks for checkpoints has them. */
  readonly asksForCheckpoints: boolean;
}

/**
 * The request `rewind_files`: files that tools have written since a message of the person get the content that they had then. What
 * someone else wrote there since is saved first; files that commands changed are not covered.
 */
export async function rewindFiles(
  { session, env }: Pick<AssembledAgent['parts'], 'session' | 'env'>,
  { takenAt, asksForCheckpoints }: RewindScope,
  request: object,
): Promise<RewindAnswer> {
  const wrong = (error: string): RewindAnswer => ({ canRewind: false, error });
  if (asksForCheckpoints && !isOn(env['CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING']))
    return wrong('File checkpointing is not enabled: set enableFileCheckpointing in the options of query().');
  const id = getOwn(request, 'user_message_id');
  const { journal, directory } = session;
  const since = typeof id === 'string' ? (takenAt(id) ?? (await journaledAt(directory, id))) : undefined;
  if (since === undefined)
    return wrong(
      `No message of this session has the id ${JSON.stringify(id)}. To see the ids, use --replay-user-messages.`,
    );
  if (journal === undefined) return wrong('This session keeps no journal, so nothing can be undone.');
  const [{ openUndo }, { runUndo }, { changedLines }] = await Promise.all([
    import('../../undo/open-undo.ts'),
    import('../../undo/run-undo.ts'),
    import('../../undo/changed-lines.ts'),
  ]);
  const opened = await openUndo(directory, true, journal);
  if (!opened.ok) return wrong(opened.message);
  const writes = opened.session.writes.filter(({ time }) => time >= since);
  const filesChanged = [...new Set(writes.map(({ path }) => path))];
  const lines = await changedLines(directory, writes);
  if (writes.length === 0) return { canRewind: true, filesChanged, ...lines };
  const isDryRun = getOwn(request, 'dry_run') === true;
  const { problems } = await runUndo(isDryRun ? { ...opened.session, journal: undefined } : opened.session, {
    ...{ directory, choice: { since }, isForced: true, isList: false },
    isDryRun,
  });
  return problems.length === 0 ? { canRewind: true, filesChanged, ...lines } : wrong(problems.join('\n'));
}

/** When an earlier run of the session took the message. */
async function journaledAt(directory: string, id: string): Promise<number | undefined> {
  const { readWholeJournal } = await import('@sluice/host');
  const { entries } = await readWholeJournal(directory);
  return entries.find((entry) => entry.type === 'user' && entry.id === id)?.time;
}

function isOn(text: string | undefined): boolean {
  return /^\s*(?:1|true|yes|on)\s*$/i.test(text ?? '');
}
