import type { SettingKey } from '../setting-key.ts';
import { BOOLEAN, TEXT } from '../shape.ts';
import { NONE, PLAIN } from './plain-row.ts';

/** Also for what belongs to no session of the repository whose settings are read. */
export const DEFAULT_CLEANUP_DAYS = 30;

/** What a session keeps, and for how long. */
export const SESSION_SETTINGS = [
  {
    key: 'cleanupPeriodDays',
    shape: { kind: 'number', least: 0 },
    default: DEFAULT_CLEANUP_DAYS,
    ...PLAIN,
    use: 'start',
    purpose: 'How many days to keep sessions, including the file contents saved for undo.',
  },
  {
    key: 'undoMaxMebibytes',
    shape: { kind: 'number', least: 0 },
    default: 1024,
    ...PLAIN,
    use: 'start',
    purpose: 'Maximum MiB of file contents a session keeps for undo; drops the oldest first.',
  },
  {
    key: 'fileCheckpointingEnabled',
    shape: BOOLEAN,
    default: true,
    ...NONE,
    purpose: 'Save file contents before edits. Sluice does this in its journal.',
  },
  {
    key: 'plansDirectory',
    shape: TEXT,
    ...PLAIN,
    use: 'start',
    purpose: 'Directory for plans.',
  },
] as const satisfies readonly SettingKey[];
