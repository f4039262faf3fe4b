import type { SettingsProblem } from '../problem.ts';
import { positionOf } from './parse-settings.ts';
import type { ReadLayer } from './read-layer.ts';

/** A problem at a pointer in a layer. */
export function problemAt(
  layer: ReadLayer,
  pointer: string,
  code: SettingsProblem['code'],
  message: string,
  severity: SettingsProblem['severity'] = 'warning',
): SettingsProblem {
  return {
    code,
    severity,
    source: layer.source,
    file: layer.file,
    ...positionOf(layer.settings, pointer),
    message,
  };
}
