import { presentItems } from '@sluice/base';
import type { LoadedLayer, LoadedSettings } from '../loaded-settings.ts';
import { maySet } from './may-set.ts';
import { valueAt } from './value-at.ts';
import { ignoredReason, type Lock } from './ignored-reason.ts';
import type { JudgedPart } from './judged-part.ts';
import { partProblem } from './part-problem.ts';
import { placeInLayer } from './place-in-layer.ts';
import type { SettingKey } from './setting-key.ts';
import { settingKey } from './settings-schema.ts';
import { ANYTHING } from './shape.ts';
import { splitValue, type ValuePart } from './split-value.ts';

/** Nothing is known about an unknown key that would make it harmless. */
function unknownKey(key: string): SettingKey {
  const purpose = 'Not known.';
  return {
    key,
    shape: ANYTHING,
    setBy: 'anybody',
    merge: 'highest',
    untrusted: 'nothing',
    use: 'none',
    purpose,
  };
}

/** What each file sets for a key, highest precedence first: what takes effect, what is overridden, and what is ignored and why. */
export function judgeSetting(loaded: Judging, key: string): readonly JudgedPart[] {
  const row = settingKey(key) ?? unknownKey(key);
  const locks = locksOf(loaded, row);
  const parts = loaded.layers.flatMap((layer) => {
    const value = valueAt(layer.value, key);
    if (value === undefined) return [];
    return splitValue(row, value).map((part) => judge(loaded, row, locks, layer, part));
  });
  return override(row, parts);
}

type Judging = Pick<LoadedSettings, 'layers' | 'problems' | 'trustRoot'>;

/** Switches that are on and make Sluice ignore values. */
function locksOf(loaded: Judging, { lockedBy, offBy }: SettingKey): readonly Lock[] {
  const turned = (key: string): JudgedPart | undefined =>
    judgeSetting(loaded, key).find(({ status, value }) => status === 'counts' && value === true);
  const lock = lockedBy === undefined ? undefined : turned(lockedBy);
  const off = offBy === undefined ? undefined : turned(offBy);
  return presentItems([
    lockedBy === undefined || lock === undefined
      ? undefined
      : { reason: `only a policy's values apply here (${lockedBy})`, holdsForPolicy: false },
    offBy === undefined || off === undefined
      ? undefined
      : { reason: `"${offBy}" turns it off`, holdsForPolicy: off.source === 'managed' },
  ]);
}

function judge(
  loaded: Judging,
  row: SettingKey,
  locks: readonly Lock[],
  layer: LoadedLayer,
  part: ValuePart,
): JudgedPart {
  const { source, file } = layer;
  const { steps, value: given } = part;
  const place = placeInLayer(layer, [...row.key.split('.'), ...steps]);
  const problem = partProblem(row, part);
  const value = problem !== undefined && steps.length === 0 && row.wrong !== undefined ? row.wrong : given;
  const isUnusable = problem !== undefined && value === given;
  const barred = ignoredReason(row, locks, layer, { ...part, value }, loaded.trustRoot);
  const isMisplaced = !maySet(source, row.key);
  const reason = (isUnusable && !isMisplaced ? problem : barred) ?? missing(loaded, layer, place);
  return {
    source,
    file,
    line: place?.line,
    column: place?.column,
    steps,
    given,
    value,
    status: reason === undefined ? 'counts' : 'ignored',
    isInvalid: isUnusable && barred === undefined,
    reason: reason ?? problem,
  };
}

/** Callers that looked know whether a directory exists. */
function missing(
  { problems }: Pick<LoadedSettings, 'problems'>,
  { file }: LoadedLayer,
  place: { readonly line: number; readonly column: number } | undefined,
): string | undefined {
  if (place === undefined) return undefined;
  return problems.find(
    (each) =>
      each.code === 'missing-directory' &&
      each.file === file &&
      each.line === place.line &&
      each.column === place.column,
  )?.message;
}

/** For single values, the highest wins, or one that settles it from anywhere; for object fields, the highest for each. */
function override({ merge }: SettingKey, parts: readonly JudgedPart[]): readonly JudgedPart[] {
  if (merge === 'joined') return parts;
  const settling =
    typeof merge === 'object'
      ? parts.find(({ status, value }) => status === 'counts' && value === merge.any)
      : undefined;
  const taken = new Map<string, JudgedPart>();
  if (settling !== undefined) taken.set('', settling);
  return parts.map((part) => {
    const [name, index] = part.steps;
    // List entries in an object are joined.
    if (part.status !== 'counts' || index !== undefined) return part;
    const field = name === undefined ? '' : `.${name}`;
    const first = taken.get(field);
    if (first === undefined) taken.set(field, part);
    return first === undefined || first === part ? part : { ...part, status: 'overridden' };
  });
}
