import { afterEach, expect, it } from 'vitest';
import { rewriteRepl, ScriptHeap } from '../../src/index.ts';

let heap: ScriptHeap | undefined;
afterEach(() => heap?.close());

/** The values of pieces of code that run in one realm, one after the other. */
async function run(pieces: readonly string[]): Promise<readonly unknown[]> {
  heap = new ScriptHeap({
    prelude: `(() => (id, value, ended) => {
      Promise.resolve(value).then((v) => ended(id, 1, JSON.stringify(v === undefined ? 'undefined' : v)), (e) => ended(id, 0, String(e)));
    })`,
    init: '',
    onCall: () => Promise.resolve(''),
  });
  const values: unknown[] = [];
  for (const piece of pieces) {
    const code = await rewriteRepl(piece);
    const end = code.ok ? await heap.run(code.code, 'repl.js', new AbortController().signal) : undefined;
    values.push(end === undefined ? 'syntax' : end.ok ? JSON.parse(end.json) : end.message);
  }
  return values;
}

it.each([
  [
    ['1 + 1', 'const a = 1, b = a + 1; a + b'],
    [2, 3],
  ],
  [
    ['let a = 1', 'a += 1; a', 'let a = 5', 'a'],
    ['undefined', 2, 'undefined', 5],
  ],
  [
    ['var a = 1', 'var a; a'],
    ['undefined', 1],
  ],
  [
    ['const {x, y: {z = 3}, ...rest} = {x: 1, y: {}, p: 4}', '[x, z, rest]'],
    ['undefined', [1, 3, { p: 4 }]],
  ],
  [
    ['const [a, , b = 7, ...c] = [1, 2, undefined, 8, 9]', '[a, b, c]'],
    ['undefined', [1, 7, [8, 9]]],
  ],
  [
    ['function f(n) { return n < 2 ? 1 : n * f(n - 1) }', 'f(5)'],
    ['undefined', 120],
  ],
  [
    ['class A { #x = 2; x() { return this.#x } }', 'new A().x()'],
    ['undefined', 2],
  ],
  [
    ['const later = async () => 4', 'await later() + (await Promise.resolve(1))'],
    ['undefined', 5],
  ],
  [['const named = () => 1; named.name'], ['named']],
  [['for (const n of [1, 2]) { var total = (globalThis.sum = (globalThis.sum ?? 0) + n) } sum'], [3]],
  [
    ['({a: 1})', '// nothing', 'if (true) { 7 }'],
    [{ a: 1 }, 'undefined', 'undefined'],
  ],
  [
    ['"use strict"', '`a${1}b` // end'],
    ['use strict', 'a1b'],
  ],
  [['const s = "\\u00e9\\n"; s.length'], [2]],
  [
    ['a ?? 1', 'return 5', 'throw new TypeError("no")'],
    ["ReferenceError: 'a' is not defined", 5, 'TypeError: no'],
  ],
  [
    ['const (', 'import fs from "fs"', '})(); (() => {'],
    ['syntax', 'syntax', 'syntax'],
  ],
  [['const a = 1;\nconst b = 2\na + b'], [3]],
])('names stay, and the last expression is the value: %j', async (pieces, values) => {
  expect(await run(pieces)).toEqual(values);
});
