import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';
import { lazyBuiltins } from '../../scripts/lazy-builtins.ts';
import { lazyPatterns } from '../../scripts/lazy-patterns.ts';

type Rewriter = typeof lazyBuiltins;

function rewritten(plugin: Rewriter, code: string): string {
  const { renderChunk } = plugin;
  if (typeof renderChunk !== 'function') throw new Error('The plugin has no function renderChunk.');
  const result: unknown = Reflect.apply(renderChunk, { parse: parseAst }, [code]);
  return String(result);
}

/** What a chunk exports when it runs, and the modules that it has loaded. */
function run(code: string): { readonly value: unknown; readonly loaded: readonly string[] } {
  const loaded: string[] = [];
  const require = (id: string): unknown => {
    loaded.push(id);
    return { Agent: Set, isIP: () => 4, id };
  };
  const exports: { value?: unknown } = {};
  // The code under test is a chunk of CommonJS.
  // oxlint-disable-next-line no-implied-eval
  Reflect.apply(new Function('require', 'exports', code), undefined, [require, exports]);
  return { value: exports.value, loaded };
}

describe('modules of Node in chunks', () => {
  const net = 'let node_net = require("node:net");\n';

  it.each([
    ['are not loaded before they are used', `${net}exports.value = () => node_net.isIP("::1");`, []],
    [
      'are loaded once, by their first use',
      `${net}exports.value = [node_net.isIP(""), node_net.id];`,
      ['node:net'],
    ],
    [
      'are loaded at once where they are passed on as a whole',
      `${net}exports.value = () => [node_net];`,
      ['node:net'],
    ],
    [
      'are loaded at once where another variable has their name',
      `${net}exports.value = (node_net) => node_net.isIP("");`,
      ['node:net'],
    ],
    [
      'are loaded at once if Node has loaded them',
      'let node_fs = require("node:fs");\nexports.value = () => node_fs.id;',
      ['node:fs'],
    ],
  ])('%s', (_title, code, loaded) => {
    expect(run(rewritten(lazyBuiltins, code)).loaded).toEqual(loaded);
  });

  it('make objects of their classes', () => {
    const code = `${net}exports.value = new node_net.Agent().constructor.name;`;
    expect(run(rewritten(lazyBuiltins, code)).value).toBe('Set');
  });
});

describe('patterns with classes of Unicode in chunks', () => {
  it.each([
    [
      'are made when they are used',
      String.raw`const WORD = /\p{L}+/u; exports.value = WORD.exec("a1")[0];`,
      'a',
    ],
    [
      'are made once',
      String.raw`const ALL = /\p{L}/gu; exports.value = [ALL.test("ab"), ALL.lastIndex];`,
      [true, 1],
    ],
    [
      'stay as they are where another variable has their name',
      String.raw`const WORD = /\p{L}+/u; exports.value = ((WORD) => WORD)(5) + WORD.source.length;`,
      11,
    ],
    [
      'stay as they are in an object of that name',
      String.raw`const WORD = /\p{L}+/u; exports.value = Object.keys({ WORD });`,
      ['WORD'],
    ],
  ])('%s', (_title, code, value) => {
    expect(run(rewritten(lazyPatterns, code)).value).toEqual(value);
  });

  it('are no expression of the chunk’s top level', () => {
    expect(rewritten(lazyPatterns, String.raw`const WORD = /\p{L}+/u; f(WORD);`)).toContain(
      '() => (WORD_made ??=',
    );
  });
});
