import type { LoadedSettings } from '@sluice/settings';

/**
 * How many days the settings keep what temporary sessions have left; undefined where they don't say. What a repository says
 * holds for sessions of its own alone, and these are nobody's.
 */
export function keptDays({ setting }: Pick<LoadedSettings, 'setting'>): number | undefined {
  const { value, origins } = setting('cleanupPeriodDays') ?? { origins: [] };
  const isOfRepository = origins.some(({ source }) => source === 'project' || source === 'local');
  return isOfRepository ? undefined : value;
}
