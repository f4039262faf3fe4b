/** What code in the REPL has beside the language. An expression for `ScriptHeap`. */
export const REPL_PRELUDE = `(function (call, say) {
  'use strict';
  const { parse, stringify } = JSON;
  const registered = new Map();
  const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });

  const show = (value) => {
    if (typeof value === 'string') return value;
    if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') return String(value);
    if (value instanceof Error) return value.stack ? String(value) + '\\n' + value.stack.trimEnd() : String(value);
    if (value instanceof Map || value instanceof Set) return value.constructor.name + ' ' + show([...value]);
    const seen = new Set();
    try {
      return stringify(value, (key, inner) => {
        if (typeof inner === 'bigint') return inner + 'n';
        if (typeof inner === 'function') return '[function ' + inner.name + ']';
        if (typeof inner !== 'object' || inner === null) return inner;
        if (seen.has(inner)) return '[seen above]';
        seen.add(inner);
        return inner;
      }, 2) ?? String(value);
    } catch (error) {
      return String(value);
    }
  };
  const writes = (channel) => (...values) => say(channel, values.map(show).join(' ') + '\\n');
  const [out, err] = [writes('stdout'), writes('stderr')];
  define('console', { log: out, info: out, debug: out, warn: err, error: err });
  define('registerTool', (name, fn) => {
    if (typeof name !== 'string' || typeof fn !== 'function') throw new TypeError('registerTool(name, fn): pass a text and a function');
    registered.set(name, fn);
    say('registered', name);
  });
  define('tools', new Proxy({}, {
    get: (_, name) => {
      if (typeof name !== 'string' || name === 'then') return undefined;
      const own = registered.get(name);
      if (own !== undefined) return async (input) => own(input);
      return async (input = {}) => {
        const answer = parse(await call(name, stringify(input)));
        if (answer.isError) throw new Error(answer.text);
        return answer.text;
      };
    },
  }));
  return (id, value, ended) => {
    Promise.resolve(value).then(
      (result) => ended(id, 1, stringify(result === undefined ? null : show(result))),
      (error) => ended(id, 0, show(error)),
    );
  };
})`;
