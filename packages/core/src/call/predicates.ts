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
  return error instanceof Error ? error.message : String(error);
}
