import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { StoredSession } from '@sluice/agent';

/** So long a search may take before it is treated as having found nothing more. */
const LIMIT_MS = 2000;
const MAX_BYTES = 4 * 1024 * 1024;
/** A command line has its limit. */
const MAX_AT_ONCE = 2000;
const JOURNAL = 'journal.jsonl';
const OPTIONS = ['--no-config', '--no-messages', '--files-with-matches', '--null', '--ignore-case'];

/** The ids of the sessions in which this was said, whatever its case. */
export async function searchSessions(
  sessions: readonly Pick<StoredSession, 'id' | 'directory'>[],
  words: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (sessions.length === 0) return new Set();
  const { findRipgrep } = await import('@sluice/tools');
  const program = await findRipgrep();
  // As a journal has it: in a JSON string inside a JSON string.
  const text = JSON.stringify(JSON.stringify(words).slice(1, -1)).slice(1, -1);
  const pattern = `"type":"(?:user|block)".*${text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)}`;
  const found = new Set<string>();
  for (let from = 0; from < sessions.length && !signal.aborted; from += MAX_AT_ONCE) {
    const files = sessions.slice(from, from + MAX_AT_ONCE).map(({ directory }) => join(directory, JOURNAL));
    const listed = await output(program, [...OPTIONS, '--regexp', pattern, '--', ...files], signal);
    for (const path of listed.split('\0')) found.add(dirname(path));
  }
  return new Set(sessions.flatMap(({ id, directory }) => (found.has(directory) ? [id] : [])));
}

/** What it has printed, however it ended. */
function output(program: string, args: readonly string[], signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      program,
      [...args],
      { signal, timeout: LIMIT_MS, maxBuffer: MAX_BYTES, encoding: 'utf8' },
      (_error, stdout) => resolve(stdout),
    );
  });
}
