/** Far more than any block of a model has, and far less than what writing it down can take. */
const MOST_LEVELS = 500;

/** Whether a value is nested in more levels than can be written down again; looked through without recursion. */
export function isNestedDeeply(value: unknown): boolean {
  let current: unknown[] = [value];
  for (let level = 0; current.length > 0; level += 1) {
    if (level > MOST_LEVELS) return true;
    current = current.flatMap(childrenOf);
  }
  return false;
}

function childrenOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
