import { errorText } from '@sluice/base';

/** A predicate of a tool that throws counts as its closed answer. */
export function isTrue(predicate: () => boolean): boolean {
  try {
    return predicate();
  } catch {
    return false;
  }
}

export function isFalse(predicate: () => boolean): boolean {
  try {
    return !predicate();
  } catch {
    return false;
  }
}

export function messageOf(error: unknown): string {
  return errorText(error);
}

/** What a declaration says, or `fallback` when it throws. */
export function tryOr<Value>(declaration: () => Value, fallback: Value): Value {
  try {
    return declaration();
  } catch {
    return fallback;
  }
}
