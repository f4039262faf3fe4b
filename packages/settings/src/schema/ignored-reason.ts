import type { LoadedLayer } from '../load-settings.ts';
import { maySet } from '../permission/may-set.ts';
import type { SettingKey } from './setting-key.ts';
import type { ValuePart } from './split-value.ts';

/** Why a value does not count in the file that it stands in, whatever it is worth elsewhere; undefined: it counts. */
export function ignoredReason(
  row: SettingKey,
  isLocked: boolean,
  layer: LoadedLayer,
  part: ValuePart,
  trustRoot: string,
): string | undefined {
  const { source } = layer;
  if (!maySet(source, row.key)) {
    const where = row.setBy === 'managed' ? 'in a managed settings file' : 'in your user settings';
    return `it counts ${where} only`;
  }
  const isOfRepository = source === 'project' || source === 'local';
  if (isOfRepository && row.notInRepository?.some((each) => each === part.value) === true) {
    return `${JSON.stringify(part.value)} counts in your user settings only`;
  }
  if (isLocked && source !== 'managed') return `only a policy's values count here (${row.lockedBy})`;
  if (isHarmless(row, part)) return undefined;
  if (layer.isStale) return "the file can't be read now";
  return layer.isTrusted() ? undefined : `the directory ${trustRoot} is not trusted`;
}

/** It can only tighten. */
function isHarmless({ untrusted }: SettingKey, { steps, value }: ValuePart): boolean {
  if (untrusted === 'all') return true;
  if (untrusted === 'nothing') return false;
  if ('only' in untrusted) return untrusted.only.some((each) => each === value);
  return untrusted.when(value, String(steps[0] ?? ''));
}
