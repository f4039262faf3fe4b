import { errorText } from '@sluice/base';
import { sanitize, sanitizeLines } from '@sluice/core/display';

/** An unexpected error, in one line for the user; with the stack only if `SLUICE_DEBUG=1` is set. */
export function unexpectedErrorText(
  error: unknown,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (env['SLUICE_DEBUG'] === '1' && error instanceof Error)
    return `sluice: ${sanitizeLines(error.stack ?? error.message)}`;
  return `sluice: ${sanitize(messageOf(error))} (SLUICE_DEBUG=1 shows where)`;
}

function messageOf(error: unknown): string {
  const text = errorText(error);
  return text.trim().split('\n', 1)[0] || 'an error without a message';
}
