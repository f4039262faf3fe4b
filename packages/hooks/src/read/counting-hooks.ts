import type { LoadedSettings, SettingsProblem, SettingValue, TracedValue } from '@sluice/settings';
import { hookFile } from './hook-file.ts';

/** The hooks of one file, and why they don't run. */
interface JudgedFile {
  readonly value: TracedValue;
  /** A clause; undefined: they run. */
  readonly whyNot: string | undefined;
  /** They would run if their directory were trusted. */
  readonly isWithheld: boolean;
}

interface CountingHooks {
  /** All files with hooks, lowest first: where the last answer wins, the highest file wins. */
  readonly files: readonly JudgedFile[];
  readonly problems: readonly SettingsProblem[];
}

/**
 * Which files' hooks run. Only a policy can turn off a policy's, and nothing from an untrusted directory runs.
 * @param values the hooks of each file, highest first; default: those of the settings
 */
export function countingHooks(
  loaded: LoadedSettings,
  values: readonly TracedValue[] = loaded.traced('hooks'),
): CountingHooks {
  const problems: SettingsProblem[] = [];
  const all = values.toReversed();
  for (const value of all) if (!value.isFromTrustedRoot()) problems.push(untrusted(value, loaded));
  const switches = loaded.traced('disableAllHooks').filter((value) => isSwitch(value, problems));
  const [highest] = switches;
  const [highestOfPolicy] = switches.filter(({ source }) => source === 'managed');
  const managedOnly = loaded.traced('allowManagedHooksOnly')[0];
  const whyNot = (value: TracedValue): string | undefined => {
    if (!value.isFromTrustedRoot()) return 'the directory is not trusted (sluice rules trust)';
    if (isOff(highestOfPolicy)) return `"disableAllHooks" of ${nameOf(highestOfPolicy)}`;
    if (value.source === 'managed') return undefined;
    if (isOff(highest)) return `"disableAllHooks" of ${nameOf(highest)}`;
    const isManagedOnly = (managedOnly?.value ?? false) !== false;
    return isManagedOnly ? `"allowManagedHooksOnly" of ${nameOf(managedOnly)}` : undefined;
  };
  const files = all.map((value) => ({
    value,
    whyNot: whyNot(value),
    isWithheld: !value.isFromTrustedRoot(),
  }));
  const off = files.filter(({ value, whyNot: why }) => value.isFromTrustedRoot() && why !== undefined).length;
  if (highest !== undefined && isOff(highest) && !isOff(highestOfPolicy) && off > 0) {
    const message = `"disableAllHooks" turns off the hooks of ${off === 1 ? 'one settings file' : `${off} settings files`}; hooks of a policy still run.`;
    problems.push(switchProblem(highest, 'ignored-here', message));
  }
  return { files, problems };
}

function isOff(value: SettingValue | undefined): boolean {
  return value?.value === true;
}

function nameOf(value: SettingValue | undefined): string {
  return value?.file ?? 'the command line';
}

function untrusted(value: TracedValue, { trustRoot, isTrusted }: LoadedSettings): SettingsProblem {
  const message = isTrusted()
    ? 'The hooks of this file do not run: its directory is not trusted. To let them run, trust it: sluice rules trust DIRECTORY.'
    : `The hooks of this file do not run: it may have come with the directory, and ${JSON.stringify(trustRoot)} ` +
      'is not trusted. To let them run, trust it (sluice rules trust), or name the file: --settings.';
  return hookFile(value).problem(['hooks'], 'untrusted', message);
}

function isSwitch(value: TracedValue, problems: SettingsProblem[]): boolean {
  if (typeof value.value !== 'boolean') {
    const message = '"disableAllHooks" is neither true nor false and is ignored: write true or false.';
    problems.push(switchProblem(value, 'wrong-value', message));
    return false;
  }
  if (value.isFromTrustedRoot()) return true;
  const message =
    '"disableAllHooks" is ignored here: the file may have come with the directory, which is not trusted.';
  problems.push(switchProblem(value, 'untrusted', message));
  return false;
}

function switchProblem(value: TracedValue, code: SettingsProblem['code'], message: string): SettingsProblem {
  return hookFile(value).problem(['disableAllHooks'], code, message);
}
