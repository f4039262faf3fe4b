import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { costOf, readStoredSession } from '@sluice/agent';
import { journalHolder } from '@sluice/host';
import { modelPrice } from '@sluice/session';
import { loadSettings } from '@sluice/settings';
import type { TraceSource } from '@sluice/trace';
import { locateSession, type SessionChoice } from '../undo/locate-session.ts';

type FoundSource =
  /** `name`: what to report to a user who did not name the session. */
  | { readonly ok: true; readonly source: TraceSource; readonly name: string | undefined }
  | { readonly ok: false; readonly message: string };

export async function findSource(choice: SessionChoice): Promise<FoundSource> {
  const located = await locateSession(choice, process.env, 'its id');
  if (!located.ok) return located;
  const { directory, name } = located;
  if (!existsSync(join(directory, 'journal.jsonl'))) {
    return { ok: false, message: `There is no session in ${directory}: it has no journal.jsonl.` };
  }
  const stored = readStoredSession(directory);
  const cwd = stored?.cwd ?? process.cwd();
  const settings = loadSettings({ cwd, home: process.env['HOME'] ?? homedir(), env: process.env });
  const source: TraceSource = {
    directory,
    id: stored?.id ?? basename(directory),
    title: stored?.title,
    cwd: stored?.cwd,
    createdAt: stored?.createdAt,
    isRunning: () => journalHolder(directory) !== undefined,
    costOf: ({ input, output, cacheRead, cacheWrite }, model) => {
      const price = modelPrice(settings, model);
      const usage = {
        inputTokens: input,
        outputTokens: output,
        cacheReadTokens: cacheRead,
        cacheWriteTokens: cacheWrite,
      };
      return price === undefined ? undefined : costOf(usage, price);
    },
  };
  return { ok: true, source, name };
}
