type AnyFunction = (...given: never[]) => unknown;

const constants = new WeakMap<AnyFunction, boolean | string | number>();

/** A predicate that answers the same for every input, and is known to. */
export function constant<Value extends boolean | string | number>(value: Value): () => Value {
  const predicate = (): Value => value;
  constants.set(predicate, value);
  return predicate;
}

/** What a predicate answers for every input, if it was declared as a plain value; undefined: it depends on the input. */
export function constantOf(predicate: AnyFunction): boolean | string | number | undefined {
  return constants.get(predicate);
}
