/** A list that stays as it is, of items that nobody can change any more. What is frozen already isn't gone through again. */
export function frozenCopy<Item>(items: readonly Item[]): readonly Item[] {
  return Object.freeze(items.map((item) => frozen(item)));
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}
