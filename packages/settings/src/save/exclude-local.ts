import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '@sluice/base';
import type { Repository } from '../place/find-repository.ts';
import { readText } from '../read/read-text.ts';

/** The star covers the lock and the draft beside the file. */
const PATTERN = '**/.sluice/settings.local.json*';

const KNOWN: ReadonlySet<string> = new Set([
  PATTERN,
  '**/.sluice/settings.local.json',
  '.sluice/',
  '.sluice',
]);

/**
 * Keeps git from offering personal settings for a commit. Uses the repository's own exclude list rather than the user's global one: it
 * applies only to this checkout and its worktrees, and requires no knowledge of git's configuration. Returns a sentence if that failed.
 */
export function excludeLocal(repository: Repository): string | undefined {
  const directory = join(repository.commonDirectory, 'info');
  const path = join(directory, 'exclude');
  try {
    const read = readText(path);
    if (read.status === 'failed') return `${path} could not be changed: ${read.message}.`;
    const text = read.status === 'read' ? read.text : '';
    if (text.split('\n').some((line) => KNOWN.has(line.trim()))) return undefined;
    mkdirSync(directory, { recursive: true });
    appendFileSync(path, `${text === '' || text.endsWith('\n') ? '' : '\n'}${PATTERN}\n`);
    return undefined;
  } catch (error) {
    const reason = errorText(error);
    return `git may offer .sluice/settings.local.json for a commit (${reason}): add it to your excludes.`;
  }
}
