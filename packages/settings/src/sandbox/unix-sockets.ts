import type { LoadedSettings } from '../loaded-settings.ts';
import type { SettingsProblem } from '../problem.ts';
import { partToProblem } from './part-to-problem.ts';

interface UnixSockets {
  readonly unixSockets: 'refused' | 'open';
  readonly problems: readonly SettingsProblem[];
}

/** All Unix sockets or none: a system call filter sees no paths, and a command can connect even to a socket it can't write. */
export function unixSockets({ setting }: Pick<LoadedSettings, 'setting'>): UnixSockets {
  const isOn = (key: string): boolean => setting(`sandbox.${key}`)?.value === true;
  if (isOn('network.allowAllUnixSockets')) return { unixSockets: 'open', problems: [] };
  const single = setting('sandbox.network.allowUnixSockets')?.origins.find(({ steps }) => steps.length > 0);
  if (single === undefined || !isOn('enabled')) return { unixSockets: 'refused', problems: [] };
  const message =
    '"sandbox.network.allowUnixSockets" has no effect on Linux, where the sandbox can allow all unix sockets or none. ' +
    'Set "sandbox.network.allowAllUnixSockets" for all, or name the commands that need one in "sandbox.excludedCommands".';
  return { unixSockets: 'refused', problems: [partToProblem(single, message)] };
}
