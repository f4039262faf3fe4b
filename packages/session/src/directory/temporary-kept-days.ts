import type { LoadedSettings } from '@sluice/settings';

/**
 * How many days to keep leftovers of temporary sessions, from the settings; undefined if not set. A
 * repository's settings apply only to its own sessions, and these belong to none.
 */
export function temporaryKeptDays({ setting }: Pick<LoadedSettings, 'setting'>): number | undefined {
  const { value, origins } = setting('cleanupPeriodDays') ?? { origins: [] };
  const isOfRepository = origins.some(({ source }) => source === 'project' || source === 'local');
  return isOfRepository ? undefined : value;
}
