/** Limits the work of a search, so that finding the nearest place has the same maximum cost however similar all lines are. */
export interface Budget {
  /** Spends the cost of comparing a line; false if the budget is used up. */
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
