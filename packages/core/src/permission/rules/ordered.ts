import type { PermissionRule } from '../../data/permission-rule.ts';

/** Something compiled from a rule, with the rule's index among all rules: the lowest is the first. */
export interface Ordered {
  readonly order: number;
  readonly rule: PermissionRule;
}

/** The one whose rule comes first. */
export function earlier<T extends Ordered>(one: T | undefined, other: T | undefined): T | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.order < one.order ? other : one;
}

/** Appends to the list stored under a key. */
export function addTo<K, T>(map: Map<K, T[]>, key: K, value: T): void {
  const kept = map.get(key);
  if (kept === undefined) map.set(key, [value]);
  else kept.push(value);
}
