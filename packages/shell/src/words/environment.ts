/** Values of a variable besides an object. `null` and `undefined` mean that there is no such variable. */
export type WordScalar = string | number | bigint | boolean | null | undefined;

/**
 * The variables of a line: a map, of which only own properties are used, or a function. A function is called once for
 * every occurrence of a name, from left to right, is not awaited, and what it throws reaches the parser's caller. A `$`
 * before anything that can't be a name has the empty name, and is literal if that is not a variable.
 */
export type WordEnvironment<Value extends object = object> =
  | Readonly<Record<string, Value | WordScalar>>
  | ((name: string) => Value | WordScalar);

/** A value on its way into a word: text and objects never share a channel. */
type Fragment<Value extends object> =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'object'; readonly object: Value };

export type Lookup<Value extends object> = (name: string) => Fragment<Value>;

export function lookupIn<Value extends object>(environment: WordEnvironment<Value>): Lookup<Value> {
  return (name) => {
    const value = valueOf(environment, name);
    if (value === undefined || value === null) return { kind: 'text', text: name === '' ? '$' : '' };
    switch (typeof value) {
      case 'string':
      case 'number':
      case 'bigint':
      case 'boolean':
        return { kind: 'text', text: String(value) };
      default:
        return { kind: 'object', object: value };
    }
  };
}

function valueOf<Value extends object>(
  environment: WordEnvironment<Value>,
  name: string,
): Value | WordScalar {
  if (typeof environment === 'function') return environment(name);
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}
