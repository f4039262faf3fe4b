import { createPlace, type TestPlace } from '../rules/place.ts';
import { runCli, type Ended } from '../exec/support/cli.ts';

export interface SettingsPlace extends Omit<TestPlace, 'run'> {
  readonly home: string;
  run(...args: readonly string[]): Promise<Ended>;
}

/** As for rules; `run` runs `sluice settings`. */
export function createSettingsPlace(): SettingsPlace {
  const place = createPlace();
  const { cwd, home } = place;
  return { ...place, run: (...args) => runCli(['settings', ...args], '', { cwd, env: { HOME: home } }) };
}
