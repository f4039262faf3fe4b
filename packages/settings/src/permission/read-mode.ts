import {
  parsePermissionMode,
  PERMISSION_MODE_NAMES,
  type PermissionMode,
  type RuleSource,
} from '@sluice/core';
import type { SettingsProblem } from '../problem.ts';
import { problemAt } from '../read/problem-at.ts';
import type { ReadLayer } from '../read/read-layer.ts';
import { nearName } from '@sluice/base';
import { valueAt } from '../schema/value-at.ts';

/** A requested start mode. */
export interface RequestedMode {
  readonly mode: PermissionMode;
  readonly source: RuleSource;
  readonly file: string | undefined;
}

const POINTER = '/permissions/defaultMode';

/** The mode that one file requests. */
export function readMode(layer: ReadLayer): {
  readonly requested: RequestedMode | undefined;
  readonly problems: readonly SettingsProblem[];
} {
  const value = valueAt(layer.value, 'permissions.defaultMode');
  if (value === undefined) return { requested: undefined, problems: [] };
  const mode = parsePermissionMode(value);
  if (mode === undefined) {
    const near = typeof value === 'string' ? nearName(value, PERMISSION_MODE_NAMES) : undefined;
    const hint =
      near === undefined ? `write one of ${PERMISSION_MODE_NAMES.join(', ')}.` : `did you mean "${near}"?`;
    const message = `"permissions.defaultMode" is not the name of a mode: ${hint}`;
    return { requested: undefined, problems: [problemAt(layer, POINTER, 'wrong-value', message)] };
  }
  if (mode === 'auto' && (layer.source === 'project' || layer.source === 'local')) {
    const message = `The mode auto is ignored in ${layer.source} settings: set it in your user settings.`;
    return { requested: undefined, problems: [problemAt(layer, POINTER, 'ignored-here', message)] };
  }
  return { requested: { mode, source: layer.source, file: layer.file }, problems: [] };
}
