import { loadSettings, trustDirectory } from '@sluice/settings';
import { printAll } from '../../print.ts';
import { usageError } from '../../usage-error.ts';
import { sanitize } from '@sluice/core';
import { say } from '../../say.ts';
import { SYNOPSIS } from '../usage.ts';
import { readDirectory } from './read-directory.ts';
import { withheldLines } from './withheld-lines.ts';

/** `sluice rules trust`: what the repository's own files allow applies from now on. Returns the exit code. */
export async function trustCommand(args: readonly string[]): Promise<number> {
  const read = readDirectory(args);
  if (!read.ok) return usageError('sluice rules trust', read.message, SYNOPSIS);
  const loaded = loadSettings(read.place);
  const { trustRoot } = loaded;
  const counting = (await withheldLines(loaded)).map(sanitize);
  const rules = (loaded.withheld?.rules ?? []).map(({ text }) => text);
  const result = await trustDirectory(trustRoot, read.place);
  if (!result.ok) {
    say('sluice rules trust', result.message);
    return 1;
  }
  const isNew = result.files.length > 0;
  if (read.isJson)
    return printAll(`${JSON.stringify({ root: trustRoot, isNew, rules, counting, files: result.files })}\n`);
  const head = isNew ? `${trustRoot} is now trusted.` : `${trustRoot} was already trusted.`;
  return printAll(
    [sanitize(head), ...counting.map((text) => `  ${text}`)].map((text) => `${text}\n`).join(''),
  );
}
