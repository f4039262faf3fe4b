import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';
import { lazyBuiltins, lazyImports } from '../../scripts/lazy-builtins.ts';
import { lazyPatterns } from '../../scripts/lazy-patterns.ts';
import { builtWhenCalled, builtWhenParsed } from '../../scripts/lazy-schemas.ts';

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
    return { Agent: Set, isIP: () => 4, request: (path: string) => path, id };
  };
  const exports: { value?: unknown } = {};
  const process = { getBuiltinModule: require };
  // The code under test is a chunk of CommonJS, or a module without its imports.
  // oxlint-disable-next-line no-implied-eval
  Reflect.apply(new Function('require', 'process', 'exports', code), undefined, [require, process, exports]);
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

describe('what modules of a library import of Node', () => {
  const http = 'import { Agent, request, validateHeaderName as valid } from "node:http";\n';

  it.each([
    ['is not loaded before it is used', 'exports.value = () => [request("/"), new Agent()];', undefined, []],
    [
      'is loaded once, by its first use',
      'exports.value = [request("/a"), new Agent() instanceof Agent, valid];',
      ['/a', true, undefined],
      ['node:http'],
    ],
    [
      'is called where another variable has its name',
      'const path = (request) => request; exports.value = path("/b") + request("/c");',
      '/b/c',
      ['node:http'],
    ],
    [
      'is loaded at once where another variable has the name of a class',
      'const agent = (Agent) => Agent; exports.value = agent(5);',
      5,
      ['node:http'],
    ],
  ])('%s', (_title, code, value, loaded) => {
    const done = run(rewritten(lazyImports, `${http}${code}`));
    expect(done.loaded).toEqual(loaded);
    if (value !== undefined) expect(done.value).toEqual(value);
  });

  it('is loaded at once if Node has loaded it', () => {
    const code = 'import { join } from "node:path";\nexports.value = () => join;';
    expect(run(rewritten(lazyImports, code)).loaded).toEqual(['node:path']);
  });

  it('keeps a name that is exported', () => {
    const code = rewritten(lazyImports, `${http}export { request, Agent as valid };`);
    expect(code).toContain('const { Agent, request, validateHeaderName: valid } =');
    expect(rewritten(lazyImports, `${http}export { request };`)).toContain('const request = (...given) =>');
  });
});

describe('patterns with classes of Unicode, and segmenters, in chunks', () => {
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
    [
      'are made when they are used: a segmenter',
      `const WORDS = new Intl.Segmenter(undefined, { granularity: "word" }); exports.value = [...WORDS.segment("a b")].length;`,
      3,
    ],
    [
      'are made when they are used: one put together from others',
      String.raw`const A = /\p{L}/u; const B = new RegExp(${'`(?:${A.source})+`'}, "u"); exports.value = B.exec("ab1")[0];`,
      'ab',
    ],
  ])('%s', (_title, code, value) => {
    expect(run(rewritten(lazyPatterns, code)).value).toEqual(value);
  });

  it.each([
    String.raw`const WORD = /\p{L}+/u; f(WORD);`,
    'const WORD = new Intl.Segmenter(undefined, { granularity: "word" }); f(WORD);',
    'const WORD = getWordSegmenter$1(); f(WORD);',
  ])('are no expression of the chunk’s top level: %s', (code) => {
    expect(rewritten(lazyPatterns, code)).toContain('() => (WORD_made ??=');
  });
});

describe("schemas of the editors' protocol", () => {
  const module = [
    'export const zName = text("zName");',
    'export const zUser = object({ name: zName, other: zName.nullish() });',
  ].join('\n');
  const builders = `
    const text = (name) => (built.push(name), { name, nullish: () => name });
    const object = (shape) => (built.push("object"), { shape, parse: (value, how) => [value, how] });
  `;
  const evaluate = (code: string, built: string[]): unknown =>
    // The code under test is a module without its imports.
    // oxlint-disable-next-line no-implied-eval
    Reflect.apply(new Function('built', `${builders}${code.replaceAll('export ', '')}`), undefined, [built]);
  const lazy = builtWhenCalled(module, parseAst(module));

  it('are built by their first use, once', () => {
    const built: string[] = [];
    expect(evaluate(`${lazy}\nreturn [built.length, zUser().shape, zUser() === zUser()];`, built)).toEqual([
      0,
      { name: expect.objectContaining({ name: 'zName' }), other: 'zName' },
      true,
    ]);
    expect(built).toEqual(['zName', 'object']);
  });

  it('are built by what is parsed with them', () => {
    const uses = 'const spec = [validate.zUser]; const parse = (value) => spec[0].parse(value);';
    const code = `const validate = { zUser };\n${builtWhenParsed(uses, parseAst(uses))}`;
    const built: string[] = [];
    expect(
      evaluate(`${lazy}\n${code}\nconst before = built.length; return [before, parse(5)];`, built),
    ).toEqual([0, [5, { jitless: true }]]);
    expect(built).toEqual(['zName', 'object']);
  });

  it.each([
    ['no schemas', 'export const other = 1;'],
    ['a schema that is not exported', 'const zName = text("zName");'],
    ['a schema named in short', `${module}\nexport const zBoth = object({ zName });`],
  ])('stop the build if the package has changed: %s', (_title, code) => {
    expect(() => builtWhenCalled(code, parseAst(code))).toThrow("The protocol's package has changed");
  });

  it('stop the build if nothing is parsed with them', () => {
    expect(() => builtWhenParsed('1;', parseAst('1;'))).toThrow("The protocol's package has changed");
  });
});
