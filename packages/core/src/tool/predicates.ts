import { errorText } from '@sluice/base';

/** If a tool's predicate throws, the safe answer applies. */
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

/** The declared value, or `fallback` if it throws. */
export function tryOr<Value>(declaration: () => Value, fallback: Value): Value {
  try {
    return declaration();
  } catch {
    return fallback;
  }
}
