import type { SettingsProblem } from '../problem.ts';
import { problemAt } from '../read/problem-at.ts';
import type { ReadLayer } from '../read/read-layer.ts';
import { jsonPointer } from '../read/scan-json.ts';
import { valueAt } from '../schema/value-at.ts';

/** Switches that tighten: one file is enough, and an invalid value tightens too. */
export interface Switches {
  readonly isBypassDisabled: boolean;
  readonly isAutoDisabled: boolean;
  /** Use only managed rules, and save none. */
  readonly isManagedOnly: boolean;
}

export interface LayerSwitches extends Switches {
  /** Deny what would otherwise ask; undefined if the file doesn't set it. Unlike the others, the highest file wins. */
  readonly deniesInsteadOfPrompting: boolean | undefined;
}

export function readSwitches(layer: ReadLayer): {
  readonly switches: LayerSwitches;
  readonly problems: readonly SettingsProblem[];
} {
  const problems: SettingsProblem[] = [];
  const isOn = (key: string, on: unknown, off: unknown): boolean => {
    const value = valueAt(layer.value, key);
    if (value !== undefined && value !== on && value !== off) {
      const message = `"${key}" has an invalid value and is treated as ${JSON.stringify(on)}: write that, or remove it.`;
      problems.push(problemAt(layer, jsonPointer(key.split('.')), 'wrong-value', message));
    }
    return value !== undefined && value !== off;
  };
  const denies = 'permissions.denyInsteadOfPrompting';
  const isManaged = layer.source === 'managed';
  const switches = {
    isBypassDisabled: isOn('permissions.disableBypassPermissionsMode', 'disable', undefined),
    isAutoDisabled: isOn('permissions.disableAutoMode', 'disable', undefined),
    isManagedOnly: isManaged && isOn('allowManagedPermissionRulesOnly', true, false),
    deniesInsteadOfPrompting:
      valueAt(layer.value, denies) === undefined ? undefined : isOn(denies, true, false),
  };
  return { switches, problems };
}
