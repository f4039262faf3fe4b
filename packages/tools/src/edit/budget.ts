/** Work that a search may do before it gives up; what it costs to look for the nearest place stays the same however alike all lines are. */
export interface Budget {
  /** Takes the cost of comparing a line; false once there is nothing left. */
  spend(line: string): boolean;
}

export function createBudget(units = 4_000_000): Budget {
  let left = units;
  return {
    spend(line) {
      left -= 1 + (line.length >>> 6);
      return left > 0;
    },
  };
}
