import type { LoadedSettings, SettingValue, TracedValue } from '../load-settings.ts';
import type { SettingsProblem } from '../problem.ts';
import { hookFile } from './hook-file.ts';

interface CountingHooks {
  /** The files whose hooks run, the lowest first: of several answers the last may win, and that is the highest's. */
  readonly values: readonly TracedValue[];
  readonly problems: readonly SettingsProblem[];
}

/** Which files' hooks run. Nobody but a policy turns off a policy's, and nothing of an untrusted repository runs. */
export function countingHooks(loaded: LoadedSettings): CountingHooks {
  const problems: SettingsProblem[] = [];
  const all = loaded.traced('hooks').toReversed();
  const trusted = all.filter((value) => {
    if (value.isFromTrustedRoot()) return true;
    const message =
      `The hooks of this file do not run: it may have come with the directory, and ${JSON.stringify(loaded.trustRoot)} ` +
      'is not trusted. To let them run, trust it (sluice rules trust), or name the file: --settings.';
    problems.push(hookFile(value).problem(['hooks'], 'untrusted', message));
    return false;
  });
  const switches = loaded.traced('disableAllHooks').filter((value) => isSwitch(value, problems));
  const isOff = (value: SettingValue): boolean => value.value === true;
  const [highest] = switches;
  const [highestOfPolicy] = switches.filter(({ source }) => source === 'managed');
  if (highestOfPolicy !== undefined && isOff(highestOfPolicy)) return { values: [], problems };
  const isManagedOnly = loaded.traced('allowManagedHooksOnly')[0]?.value;
  const areOthersOff = (highest !== undefined && isOff(highest)) || (isManagedOnly ?? false) !== false;
  if (!areOthersOff) return { values: trusted, problems };
  const values = trusted.filter(({ source }) => source === 'managed');
  if (highest !== undefined && isOff(highest) && values.length < trusted.length) {
    const message = `"disableAllHooks" turns off the hooks of ${trusted.length - values.length === 1 ? 'one settings file' : `${trusted.length - values.length} settings files`}; those of a policy run all the same.`;
    problems.push(switchProblem(highest, 'ignored-here', message));
  }
  return { values, problems };
}

function isSwitch(value: TracedValue, problems: SettingsProblem[]): boolean {
  if (typeof value.value !== 'boolean') {
    const message = '"disableAllHooks" is neither true nor false and does not count: write true or false.';
    problems.push(switchProblem(value, 'wrong-value', message));
    return false;
  }
  if (value.isFromTrustedRoot()) return true;
  const message =
    '"disableAllHooks" does not count here: the file may have come with the directory, which is not trusted.';
  problems.push(switchProblem(value, 'untrusted', message));
  return false;
}

function switchProblem(value: TracedValue, code: SettingsProblem['code'], message: string): SettingsProblem {
  return hookFile(value).problem(['disableAllHooks'], code, message);
}
