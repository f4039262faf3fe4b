import { afterEach, describe, expect, it } from 'vitest';
import { ScriptHeap, type ScriptEnd, type ScriptHeapOptions } from '../../src/index.ts';

const PRELUDE = `(function (call, say, init) {
  globalThis.ask = async (name, value) => JSON.parse(await call(name, JSON.stringify(value)));
  globalThis.say = (text) => say('log', text);
  globalThis.given = JSON.parse(init);
  return (id, value, ended) => {
    Promise.resolve(value).then((v) => ended(id, 1, JSON.stringify(v) ?? 'null'), (e) => ended(id, 0, String(e)));
  };
})`;

const opened: ScriptHeap[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((heap) => heap.close()));
});

function open(options: Partial<ScriptHeapOptions> = {}): ScriptHeap {
  const heap = new ScriptHeap({
    prelude: PRELUDE,
    init: '{"answer":42}',
    onCall: (_, json) => Promise.resolve(json),
    ...options,
  });
  opened.push(heap);
  return heap;
}

const run = (heap: ScriptHeap, code: string): Promise<ScriptEnd> =>
  heap.run(`(async () => { ${code}\n})()`, 'test.js', new AbortController().signal);

/** What a script could reach out of its heap with; each must end like this. */
const ESCAPES: readonly (readonly [code: string, end: object])[] = [
  [
    'return [typeof process, typeof require, typeof fetch, typeof setTimeout, typeof console, typeof WebAssembly]',
    { ok: true, json: JSON.stringify(Array.from({ length: 6 }, () => 'undefined')) },
  ],
  [
    'return globalThis.constructor.constructor("return typeof process + typeof globalThis.require")()',
    { ok: true, json: '"undefinedundefined"' },
  ],
  ['return ask.constructor.constructor("return typeof process")()', { ok: true, json: '"undefined"' }],
  [
    'const p = ask("x", 1); return p.constructor.constructor("return typeof process")()',
    { ok: true, json: '"undefined"' },
  ],
  [
    'try { await ask("fail", 1) } catch (e) { return e.constructor.constructor("return typeof process")() }',
    { ok: true, json: '"undefined"' },
  ],
  ['return await import("node:fs")', { ok: false, kind: 'thrown' }],
  ['return await import("data:text/javascript,export default process")', { ok: false, kind: 'thrown' }],
  [
    'return Object.getPrototypeOf(async function () {}).constructor("return import(\'fs\')")()',
    { ok: false, kind: 'thrown' },
  ],
  ['Object.prototype.polluted = 1; return given.answer', { ok: true, json: '42' }],
  ['return "\\u00e9 \\ud83d\\ude00 \\x41"', { ok: true, json: '"é 😀 A"' }],
  [
    '(function f() { f() })()',
    { ok: false, kind: 'thrown', message: expect.stringContaining('stack overflow') },
  ],
  ['return "x".repeat(2 ** 30)', { ok: false, kind: 'thrown' }],
  ['return new Uint8Array(2 ** 30).length', { ok: false, message: expect.stringContaining('memory') }],
  ...[
    'all.push("x".repeat(1e6))',
    'all.push("x".repeat(1e6) + all.length)',
    'all.push(new ArrayBuffer(1e6))',
    'all.push({ n: 1 })',
    'all.push([1, 2, 3])',
    'await ask("x", 1); all.push("x".repeat(3e6))',
  ].map((fills) => [`const all = []; for (;;) { ${fills} }`, { ok: false, kind: 'memory' }] as const),
  ['const all = []; for (let n = 0; n < 70; n += 1) all.push(new ArrayBuffer(1e6))', { kind: 'memory' }],
  ['const all = []; for (;;) all.push({})', { ok: false, message: expect.stringContaining('memory') }],
  ['await new Promise(() => {})', { ok: false, kind: 'stuck' }],
];

describe('a heap for scripts', () => {
  it.each(ESCAPES)('lets nothing out: %s', async (code, end) => {
    const heap = open({
      memoryBytes: 32 * 1024 * 1024,
      onCall: (name, json) => (name === 'fail' ? Promise.reject(new Error('no')) : Promise.resolve(json)),
    });
    expect(await run(heap, code)).toMatchObject(end);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(await run(heap, 'return 1 + 1')).toEqual({ ok: true, json: '2' });
  });

  it.each([
    'while (true);',
    'for (;;) await 0',
    '/(a+)+b/.test("a".repeat(50))',
    'try { for (;;); } finally { for (;;); }',
  ])('interrupts a script that computes too long, and runs the next: %s', async (code) => {
    const heap = open({ cpuMs: 200 });
    expect(await run(heap, code)).toMatchObject({ ok: false, kind: 'interrupted' });
    expect(await run(heap, 'return 1 + 1')).toEqual({ ok: true, json: '2' });
  });

  it('carries JSON to and fro, many calls at once, and what is said', async () => {
    const said: string[] = [];
    const heap = open({ onSay: (channel, text) => said.push(`${channel} ${text}`) });
    const code =
      'say("hi"); return (await Promise.all([...Array(500).keys()].map((n) => ask("n", { n })))).length + given.answer';
    expect(await run(heap, code)).toEqual({ ok: true, json: '542' });
    expect(said).toEqual(['log hi']);
  });

  it('that is not ready yet when its first script is stopped runs the next', async () => {
    const heap = open();
    expect(await heap.run('1', 'test.js', AbortSignal.abort())).toMatchObject({ kind: 'stopped' });
    expect(await run(heap, 'return 1 + 1')).toEqual({ ok: true, json: '2' });
  });

  it('a script that is stopped takes no more answers, whether it waits or computes', async () => {
    const answers: (() => void)[] = [];
    const heap = open({
      onCall: () => new Promise((resolve) => answers.push(() => resolve('1'))),
      onSay: () => stop.abort(),
    });
    let stop = new AbortController();
    const code = '(async () => { say("here"); await ask("x", 1); globalThis.wentOn = true })()';
    expect(await heap.run(code, 'test.js', stop.signal)).toMatchObject({ ok: false, kind: 'stopped' });
    for (const answer of answers) answer();
    expect(await run(heap, 'return typeof wentOn')).toEqual({ ok: true, json: '"undefined"' });
    stop = new AbortController();
    expect(await heap.run('say("here"); while (true);', 'test.js', stop.signal)).toMatchObject({
      kind: 'stopped',
    });
    expect(await run(heap, 'return 3')).toEqual({ ok: true, json: '3' });
  });

  it('a heap that was closed answers so', async () => {
    const heap = open();
    await heap.close();
    expect(heap.isBroken).toBe(true);
    expect(await run(heap, 'return 1')).toEqual({ ok: false, kind: 'broken', message: 'it was closed' });
  });
});
