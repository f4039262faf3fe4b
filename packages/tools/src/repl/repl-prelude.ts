/** The start of a script: tells the prelude which tools there are now, for `Object.keys(tools)` and `in`. Code may have replaced `tools`. */
export function namesScript(names: readonly string[]): string {
  return `try { tools[Symbol.for('names')] = ${JSON.stringify(names)}; } catch {} `;
}

/** What code in the REPL has beside the language. An expression for `ScriptHeap`. */
export const REPL_PRELUDE = `(function (call, say) {
  'use strict';
  const { parse, stringify } = JSON;
  const registered = new Map();
  let offered = [];
  const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });

  const show = (value) => {
    if (typeof value === 'string') return value;
    if (typeof value !== 'object' || value === null) return String(value);
    if (value instanceof Error) return value.stack ? String(value) + '\\n' + value.stack.trimEnd() : String(value);
    if (value instanceof Map || value instanceof Set) return value.constructor.name + ' ' + show([...value]);
    const seen = new Set();
    try {
      return stringify(value, (key, inner) => {
        if (typeof inner === 'bigint') return inner + 'n';
        if (typeof inner === 'function') return '[function ' + inner.name + ']';
        if (inner === undefined || typeof inner === 'symbol') return String(inner);
        if (typeof inner === 'number' && !Number.isFinite(inner)) return String(inner);
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
  const tool = (name) => {
    const own = registered.get(name);
    if (own !== undefined) return async (input) => own(input);
    return async (input = {}) => {
      const answer = parse(await call(name, stringify(input)));
      if (answer.isError) throw new Error(answer.text);
      return answer.text;
    };
  };
  const has = (name) => registered.has(name) || offered.includes(name);
  define('tools', new Proxy({}, {
    has: (_, name) => has(name),
    set: (_, key, names) => {
      if (key !== Symbol.for('names')) throw new TypeError('Add a tool with registerTool(name, fn).');
      offered = names;
      return true;
    },
    ownKeys: () => [...new Set([...offered, ...registered.keys()])],
    getOwnPropertyDescriptor: (_, name) =>
      has(name) ? { value: tool(name), writable: false, enumerable: true, configurable: true } : undefined,
    get: (_, name) => (typeof name !== 'string' || name === 'then' ? undefined : tool(name)),
  }));
  return (id, value, ended) => {
    Promise.resolve(value).then(
      (result) => ended(id, 1, stringify(result === undefined ? null : result === '' ? "''" : show(result))),
      (error) => ended(id, 0, show(error)),
    );
  };
})`;
