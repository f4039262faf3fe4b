import { loadSettings } from '@sluice/settings';
import { placeOf } from '../settings-place.ts';

/** What the settings say of the terminal itself. */
export interface TerminalSettings {
  readonly notify: 'auto' | 'bell' | 'osc' | 'off';
  readonly notifyAfterMs: number;
  readonly hasColor: boolean;
  /** Nothing is drawn: lines are appended. */
  readonly isPlain: boolean;
}

/** Reads them before anything is drawn. Invalid values are reported when the session opens. */
export function readTerminalSettings(cwd: string): TerminalSettings {
  const placed = placeOf(cwd);
  const setting = placed.ok ? loadSettings(placed.place).setting : () => undefined;
  const notify = setting('terminal.notify')?.value;
  const after = setting('terminal.notifyAfter')?.value;
  return {
    notify: notify === 'bell' || notify === 'osc' || notify === 'off' ? notify : 'auto',
    notifyAfterMs: typeof after === 'number' ? after * 1000 : 10_000,
    isPlain: setting('axScreenReader')?.value === true,
    hasColor: setting('terminal.colors')?.value !== false && (process.env['NO_COLOR'] ?? '') === '',
  };
}
