/** Far deeper than any model's block, and well below what serialization can handle. */
const MAX_LEVELS = 500;

/** Whether a value is nested too deeply to be serialized. Checked without recursion. */
export function isNestedDeeply(value: unknown): boolean {
  let current: unknown[] = [value];
  for (let level = 0; current.length > 0; level += 1) {
    if (level > MAX_LEVELS) return true;
    current = current.flatMap(childrenOf);
  }
  return false;
}

function childrenOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
