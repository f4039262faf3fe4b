import { loadSettings, trustDirectory } from '@sluice/settings';
import { parseCommandLine } from '../../parse-command-line.ts';
import { printAll } from '../../print.ts';
import { usageError } from '../../usage-error.ts';
import { sanitize } from '@sluice/core';
import { COMMON_OPTIONS, EXPECTED, placeOf } from '../../settings-place.ts';
import { say } from '../../say.ts';
import { SYNOPSIS } from '../usage.ts';
import { withheldLines } from './withheld-lines.ts';

/** `sluice rules trust`: what the repository's own files allow applies from now on. Returns the exit code. */
export async function trustCommand(args: readonly string[]): Promise<number> {
  const wrong = (message: string): number => usageError('sluice rules trust', message, SYNOPSIS);
  const line = parseCommandLine(args, COMMON_OPTIONS, EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  const [directory, ...rest] = positionals;
  if (directory !== undefined && values.cwd !== undefined)
    return wrong('pass the directory once: as the argument, or with --cwd');
  if (rest.length > 0) return wrong('pass one directory, or none for the current one');
  const placed = directory === undefined ? placeOf(values.cwd) : placeOf(directory, '');
  if (!placed.ok) return wrong(placed.message);
  const loaded = loadSettings(placed.place);
  const { trustRoot } = loaded;
  const counting = (await withheldLines(loaded)).map(sanitize);
  const rules = (loaded.withheld?.rules ?? []).map(({ text }) => text);
  const result = await trustDirectory(trustRoot, placed.place);
  if (!result.ok) {
    say('sluice rules trust', result.message);
    return 1;
  }
  const isNew = result.files.length > 0;
  if (values.json === true)
    return printAll(`${JSON.stringify({ root: trustRoot, isNew, rules, counting, files: result.files })}\n`);
  const head = isNew ? `${trustRoot} is now trusted.` : `${trustRoot} was already trusted.`;
  return printAll(
    [sanitize(head), ...counting.map((text) => `  ${text}`)].map((text) => `${text}\n`).join(''),
  );
}
