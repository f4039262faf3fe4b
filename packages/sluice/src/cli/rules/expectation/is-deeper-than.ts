/** Whether a JSON value is nested in more levels than that; looked through without recursion. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let current: unknown[] = [value];
  for (let depth = 0; current.length > 0; depth += 1) {
    if (depth > levels) return true;
    current = current.flatMap(childrenOf);
  }
  return false;
}

function childrenOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
