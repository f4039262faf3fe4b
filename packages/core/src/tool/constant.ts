type AnyFunction = (...given: never[]) => unknown;

const constants = new WeakMap<AnyFunction, boolean | string | number>();

/** A predicate that is known to return the same for every input. */
export function constant<Value extends boolean | string | number>(value: Value): () => Value {
  const predicate = (): Value => value;
  constants.set(predicate, value);
  return predicate;
}

/** What a predicate returns for every input, if it was declared as a plain value; undefined: it depends on the input. */
export function constantOf(predicate: AnyFunction): boolean | string | number | undefined {
  return constants.get(predicate);
}
