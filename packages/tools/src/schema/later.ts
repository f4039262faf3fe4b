/** What is made when it is first asked for, and then stays. */
export function later<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
