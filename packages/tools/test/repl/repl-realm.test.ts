import { afterEach, describe, expect, it, vi } from 'vitest';
import { ReplRealm } from '../../src/index.ts';
import type { ReplRun } from '../../src/repl/repl-realm.ts';

const realms: ReplRealm[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(realms.splice(0).map((realm) => realm.close()));
});

function open() {
  const realm = new ReplRealm();
  realms.push(realm);
  return {
    realm,
    run: (code: string, more: Partial<ReplRun> = {}) =>
      realm.run({
        code,
        timeoutMs: 30_000,
        signal: new AbortController().signal,
        toolNames: ['Bash', 'Read'],
        invoke: (name, input) =>
          Promise.resolve({ isError: name === 'Fails', text: `${name} ${JSON.stringify(input)}` }),
        ...more,
      }),
  };
}

describe('the realm of the REPL', () => {
  it('calls tools, writes, and shows values of all kinds', async () => {
    const { run } = open();
    expect(
      await run(
        'console.log("a", {b: 1}); console.error(new Map([[1, 2n]])); await tools.Read({file_path: "x"})',
      ),
    ).toEqual({
      ...{
        result: 'Read {"file_path":"x"}',
        stdout: 'a {\n  "b": 1\n}\n',
        error: undefined,
        registeredTools: undefined,
      },
      stderr: expect.stringContaining('Map'),
    });
    expect(await run('const o = {}; o.o = o; o.f = run; function run() {} o')).toMatchObject({
      result: '{\n  "o": "[seen above]",\n  "f": "[function run]"\n}',
    });
    expect(await run('try { await tools.Fails({}) } catch (e) { e.message }\nundefined')).toMatchObject({
      result: '',
    });
    expect(await run('await tools.Fails({})')).toMatchObject({
      error: expect.stringContaining('Error: Fails {}'),
    });
    const texts = await run('(await Promise.all([1, 2, 3].map((n) => tools.Grep({n})))).join()');
    expect(texts.result).toBe('Grep {"n":1},Grep {"n":2},Grep {"n":3}');
  });

  it.each([
    ["''", "''"],
    ['undefined', ''],
    ['NaN', 'NaN'],
    ['-Infinity', '-Infinity'],
    ['null', 'null'],
    [
      '[NaN, undefined, 2n, Infinity].map(String).join() + JSON.stringify([1])',
      'NaN,undefined,2,Infinity[1]',
    ],
    ['[NaN, undefined]', '[\n  "NaN",\n  "undefined"\n]'],
    ['({ a: Infinity, b: Symbol("s") })', '{\n  "a": "Infinity",\n  "b": "Symbol(s)"\n}'],
    ['Object.keys(tools).join()', 'Bash,Read'],
    ['["Bash" in tools, "Nothing" in tools, Reflect.has(tools, "then")].join()', 'true,false,false'],
    ['Object.entries(tools).length + typeof tools.Bash', '2function'],
  ])('shows %s as %j', async (code, result) => {
    expect(await open().run(code)).toMatchObject({ result, error: undefined });
  });

  it.each([
    ['null.x', '1:5'],
    ['let a = 1; null.x; a', '1:16'],
    ['let a = 1;\n  null.x', '2:7'],
    ['function f() { null.x; }\nconst { b } = { b: 1 }; f();', '1:20'],
    ['const { c } = { c: 1 }; const d = 1; null.x', '1:42'],
  ])('says of an error in %j that it is at %s of the code', async (code, place) => {
    const { error } = await open().run(code);
    expect(error).toMatch(new RegExp(`null\\n {4}at \\S+ \\(repl\\.js:${place}\\)`));
  });

  it('knows tools that join, leave, or are registered', async () => {
    const { run } = open();
    const names = 'Object.keys(tools).join()';
    expect(await run('registerTool("mine", () => 1); "mine" in tools')).toMatchObject({ result: 'true' });
    expect(await run(names)).toMatchObject({ result: 'Bash,Read,mine' });
    expect(await run(names, { toolNames: ['Read', 'Late'] })).toMatchObject({ result: 'Read,Late,mine' });
    expect(await run('tools.x = 1')).toMatchObject({ error: expect.stringContaining('registerTool') });
  });

  it('keeps tools that the code registers', async () => {
    const { run } = open();
    expect(await run('registerTool("twice", (n) => n * 2)')).toMatchObject({ registeredTools: ['twice'] });
    expect(await run('await tools.twice(21)')).toMatchObject({ result: '42' });
  });

  it('interrupts code that runs too long, and keeps its names', async () => {
    const { run } = open();
    const end = await run('let kept = 7; while (true);', { timeoutMs: 200 });
    expect(end.error).toContain('ran for 200 ms and was interrupted');
    expect(await run('kept')).toMatchObject({ result: '7', error: undefined });
  });

  it('does not count the time of tools, and drops their results once the code has ended', async () => {
    const { run } = open();
    const stop = new AbortController();
    const gate = Promise.withResolvers<void>();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const invoke = () => {
      vi.advanceTimersByTime(60_000);
      return Promise.resolve({ isError: false, text: 'done' });
    };
    expect(await run('await tools.Bash({})', { timeoutMs: 100, invoke })).toMatchObject({ result: 'done' });
    vi.useRealTimers();
    const stopped = run('await tools.Bash({}); globalThis.wentOn = 1', {
      signal: stop.signal,
      async invoke() {
        stop.abort();
        await gate.promise;
        return { isError: false, text: '' };
      },
    });
    expect(await stopped).toMatchObject({ error: 'The code was stopped.' });
    gate.resolve();
    expect(await run('typeof wentOn')).toMatchObject({ result: 'undefined' });
  });

  it('goes on after code that fills its memory, and starts anew if what fills it stays', async () => {
    const { run } = open();
    const fill = 'const parts = []; for (;;) parts.push("x".repeat(1e6) + parts.length)';
    const full = 'The code needs more than 64 MiB of memory.';
    expect(await run(`kept = 1; (() => { ${fill} })()`)).toMatchObject({ error: full });
    expect(await run('kept')).toMatchObject({ result: '1', error: undefined });
    expect(await run('all = []; for (;;) all.push(() => all)')).toMatchObject({ error: full });
    const ends: (string | undefined)[] = [];
    // Once or twice: the engine may free something in between.
    for (let more = 0; more < 4 && ends.at(-1)?.includes('starts an empty one') !== true; more += 1)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      ends.push((await run('for (;;) all.push(() => all)')).error);
    expect(ends.at(-1)).toBe(
      'The REPL failed (its 64 MiB of memory are full); all names of earlier code are lost, and the next call starts an empty one.',
    );
    expect(await run('typeof kept')).toMatchObject({ result: 'undefined', error: undefined });
  });

  it('cuts what is long, and starts anew after a failure', async () => {
    const { run, realm } = open();
    const long = await run('console.log("x".repeat(100000)); "y".repeat(100000)');
    expect([long.stdout.length, long.result.length].every((length) => length < 30_100)).toBe(true);
    await realm.close();
    expect(await run('1 + 1')).toMatchObject({ result: '2' });
    expect(await run('const (')).toMatchObject({ error: expect.stringContaining('SyntaxError') });
  });
});
