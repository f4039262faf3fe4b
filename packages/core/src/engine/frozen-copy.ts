/** An immutable list with deeply frozen items. What is already frozen isn't traversed again. */
export function frozenCopy<Item>(items: readonly Item[]): readonly Item[] {
  return Object.freeze(items.map((item) => frozen(item)));
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}
