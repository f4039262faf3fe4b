import type { PreImageLimits } from '@sluice/host';
import type { LoadedSettings } from '@sluice/settings';

const DAY_MS = 86_400_000;
const MEBIBYTE = 1_048_576;

/** How much previous file content to keep for undo, from the settings. */
export function undoLimits({ setting }: Pick<LoadedSettings, 'setting'>): PreImageLimits {
  const days = setting('cleanupPeriodDays')?.value;
  const mebibytes = setting('undoMaxMebibytes')?.value;
  return {
    maxAgeMs: days === undefined ? Infinity : days * DAY_MS,
    maxBytes: mebibytes === undefined ? Infinity : mebibytes * MEBIBYTE,
  };
}
