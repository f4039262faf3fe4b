/**
 * What a workflow's script has beside the language. An expression for `ScriptHeap`. The clock and random numbers come from the run's
 * journal, so that a script that runs again does the same.
 */
export const WORKFLOW_PRELUDE = `(function (call, say, initText) {
  'use strict';
  const { parse, stringify } = JSON;
  const { args, startedAt, seed } = parse(initText);
  const NAMES = ['schema', 'label', 'model', 'agentType', 'isolation', 'phase'];
  let clock = startedAt;
  let state = seed >>> 0;
  let current;

  const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  const now = () => clock;
  const RealDate = Date;
  const RunDate = new Proxy(RealDate, {
    construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [clock] : given, newTarget),
    apply: () => new RealDate(clock).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  RealDate.now = now;
  RealDate.prototype.constructor = RunDate;
  define('Date', RunDate);
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };

  const textOf = (value) => (typeof value === 'string' ? value : value instanceof Error ? String(value) : stringify(value) ?? String(value));
  const log = (...values) => say('log', values.map(textOf).join(' '));
  const isList = (list, what) => {
    if (!Array.isArray(list)) throw new TypeError(what);
  };
  const orNull = async (work) => {
    try {
      return await work();
    } catch (error) {
      log(error);
      return null;
    }
  };

  define('args', args);
  define('log', log);
  define('console', { log, info: log, warn: log, error: log, debug: log });
  define('phase', (title) => {
    current = textOf(title);
    say('phase', current);
  });
  define('agent', async (prompt, options = {}) => {
    if (typeof prompt !== 'string' || prompt.trim() === '') throw new TypeError('agent(prompt): the prompt must be a text');
    const unknown = Object.keys(options ?? {}).find((key) => !NAMES.includes(key));
    if (unknown !== undefined) throw new TypeError('agent(): there is no option ' + unknown + '. Options: ' + NAMES.join(', '));
    const answer = parse(await call('agent', stringify({ prompt, options: { phase: current, ...options } })));
    clock = answer.time;
    return answer.value;
  });
  define('parallel', async (list) => {
    isList(list, 'parallel(list): pass a list of functions');
    if (list.some((each) => typeof each !== 'function')) throw new TypeError('parallel(list): pass functions, such as () => agent("…")');
    return Promise.all(list.map((each) => orNull(each)));
  });
  define('pipeline', async (items, ...steps) => {
    isList(items, 'pipeline(items, ...steps): items must be a list');
    if (steps.some((each) => typeof each !== 'function')) throw new TypeError('pipeline(items, ...steps): steps must be functions');
    return Promise.all(
      items.map((item, index) =>
        orNull(async () => {
          let result = item;
          for (const step of steps) result = await step(result, item, index);
          return result;
        }),
      ),
    );
  });

  const describe = (error) => {
    if (!(error instanceof Error)) return textOf(error);
    const place = /workflow\\.js:\\d+/.exec(error.stack ?? '');
    return String(error) + (place === null ? '' : ' (' + place[0] + ')');
  };
  return (id, value, ended) => {
    Promise.resolve(value)
      .then((result) => stringify(result) ?? 'null')
      .then((json) => ended(id, 1, json), (error) => ended(id, 0, describe(error)));
  };
})`;
