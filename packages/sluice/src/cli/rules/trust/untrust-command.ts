import { forgetTrust, isTrusted, loadSettings } from '@sluice/settings';
import { parseCommandLine } from '../../parse-command-line.ts';
import { printAll } from '../../print.ts';
import { usageError } from '../../usage-error.ts';
import { sanitize } from '@sluice/core';
import { COMMON_OPTIONS, EXPECTED, placeOf } from '../../settings-place.ts';
import { say } from '../../say.ts';
import { SYNOPSIS } from '../usage.ts';

/** `sluice rules untrust`: revokes what `trust` has recorded. Returns the exit code. */
export async function untrustCommand(args: readonly string[]): Promise<number> {
  const wrong = (message: string): number => usageError('sluice rules untrust', message, SYNOPSIS);
  const line = parseCommandLine(args, COMMON_OPTIONS, EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  const [directory, ...rest] = positionals;
  if (directory !== undefined && values.cwd !== undefined)
    return wrong('pass the directory once: as the argument, or with --cwd');
  if (rest.length > 0) return wrong('pass one directory, or none for the current one');
  const placed = directory === undefined ? placeOf(values.cwd) : placeOf(directory, '');
  if (!placed.ok) return wrong(placed.message);
  const { place } = placed;
  const { trustRoot } = loadSettings(place);
  const result = await forgetTrust(trustRoot, place);
  if (!result.ok) {
    say('sluice rules untrust', result.message);
    return 1;
  }
  const isStillTrusted = isTrusted(trustRoot, place);
  const wasNoted = result.files.length > 0;
  if (isStillTrusted) {
    say(
      'sluice rules untrust',
      `${trustRoot} is still trusted: .claude.json says so (hasTrustDialogAccepted); change it there.`,
    );
  }
  const text = wasNoted
    ? `${trustRoot} was removed from ${result.files[0] ?? ''}.`
    : `${trustRoot} is not in the list of trusted directories.`;
  const status = await printAll(
    values.json === true
      ? `${JSON.stringify({ root: trustRoot, wasNoted, isTrusted: isStillTrusted, files: result.files })}\n`
      : `${sanitize(text)}\n`,
  );
  return isStillTrusted ? 1 : status;
}
