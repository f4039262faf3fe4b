/** `items` without those that are `undefined`, for lists of which some items are optional. */
export function presentItems<T>(items: readonly (T | undefined)[]): T[] {
  return items.filter((item) => item !== undefined);
}
