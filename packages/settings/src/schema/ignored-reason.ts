import type { LoadedLayer } from '../loaded-settings.ts';
import { maySet } from './may-set.ts';
import type { SettingKey } from './setting-key.ts';
import type { ValuePart } from './split-value.ts';

/** Something that makes Sluice ignore the values of a key. */
export interface Lock {
  readonly reason: string;
  /** Also ignores a policy's values. */
  readonly holdsForPolicy: boolean;
}

/** Why a value is ignored in this file, whatever other files set; undefined if it takes effect. */
export function ignoredReason(
  row: SettingKey,
  locks: readonly Lock[],
  layer: LoadedLayer,
  part: ValuePart,
  trustRoot: string,
): string | undefined {
  const { source } = layer;
  if (!maySet(source, row.key)) {
    const where = row.setBy === 'managed' ? 'in a managed settings file' : 'in your user settings';
    return `it only works ${where}`;
  }
  const isOfRepository = source === 'project' || source === 'local';
  if (isOfRepository && row.notInRepository?.some((each) => each === part.value) === true) {
    return `${JSON.stringify(part.value)} only works in your user settings`;
  }
  const lock = locks.find(({ holdsForPolicy }) => holdsForPolicy || source !== 'managed');
  if (lock !== undefined) return lock.reason;
  if (isHarmless(row, part)) return undefined;
  if (layer.isStale && !tightens(row, part)) return "the file can't be read now";
  const isTrusted = row.needsTrustedRoot === true ? layer.isFromTrustedRoot() : layer.isTrusted();
  return isTrusted ? undefined : untrustedReason(trustRoot);
}

/** The reason when a value is ignored only because the directory isn't trusted. */
export function untrustedReason(trustRoot: string): string {
  return `the directory ${trustRoot} is not trusted`;
}

/** A list of all that is allowed, or a switch in the position that allows less. */
function tightens({ wrong }: SettingKey, { value }: ValuePart): boolean {
  return wrong !== undefined && (Array.isArray(wrong) || value === wrong);
}

/** It can only tighten. */
function isHarmless({ untrusted }: SettingKey, { steps, value }: ValuePart): boolean {
  if (untrusted === 'all') return true;
  if (untrusted === 'nothing') return false;
  if ('only' in untrusted) return untrusted.only.some((each) => each === value);
  return untrusted.when(value, String(steps[0] ?? ''));
}
