import { forgetTrust, isTrusted, loadSettings } from '@sluice/settings';
import { printAll } from '../../print.ts';
import { usageError } from '../../usage-error.ts';
import { sanitize } from '@sluice/core';
import { say } from '../../say.ts';
import { SYNOPSIS } from '../usage.ts';
import { readDirectory } from './read-directory.ts';

/** `sluice rules untrust`: revokes what `trust` has recorded. Returns the exit code. */
export async function untrustCommand(args: readonly string[]): Promise<number> {
  const read = readDirectory(args);
  if (!read.ok) return usageError('sluice rules untrust', read.message, SYNOPSIS);
  const { place } = read;
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
      `${trustRoot} is still trusted by .claude.json (hasTrustDialogAccepted); change it there.`,
    );
  }
  const text = wasNoted
    ? `${trustRoot} was removed from ${result.files[0] ?? ''}.`
    : `${trustRoot} is not in the list of trusted directories.`;
  const status = await printAll(
    read.isJson
      ? `${JSON.stringify({ root: trustRoot, wasNoted, isTrusted: isStillTrusted, files: result.files })}\n`
      : `${sanitize(text)}\n`,
  );
  return isStillTrusted ? 1 : status;
}
