import type { CheckContext } from '@sluice/core';

/** Whether some rule denies reading files, so that a search may have left out what it was for. Doesn't reveal whether there are any. */
export function deniesReading({ permission }: Pick<CheckContext, 'permission'>): boolean {
  return permission.rules.some(({ behavior, text }) => behavior === 'deny' && text.startsWith('Read('));
}

/** For a search that found nothing: true whether or not such files exist. */
export const DENIED_LEFT_OUT = 'Files that a rule denies are left out.';
