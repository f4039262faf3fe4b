import { describe, expect, it } from 'vitest';
import { fail } from '../../src/index.ts';
import { createKit, outcomes, resultOf, runAll, textOfResult, toolOf } from '../support/kit.ts';

type Declaration = Parameters<typeof toolOf>[1];

/** What a program without types could return: the first item of a list. */
function untyped(list: string): () => Promise<{ data: unknown }> {
  return async () => JSON.parse(list)[0];
}

async function run(declaration: Declaration) {
  return runAll(createKit([toolOf('Tool', declaration)]), [{ id: 'c', name: 'Tool', input: { a: 1 } }]);
}

describe('what a tool may answer', () => {
  const rows: [string, Declaration, string][] = [
    ['a text as it is', { call: async () => ({ data: 'text' }) }, 'text'],
    ['all else as JSON', { call: async () => ({ data: { a: [1, null] } }) }, '{"a":[1,null]}'],
    [
      'a large whole number as its digits',
      { call: async () => ({ data: 10n ** 20n }) },
      '"100000000000000000000"',
    ],
    [
      'its own view',
      { call: async () => ({ data: 2 }), toModel: (data) => `it is ${String(data)}` },
      'it is 2',
    ],
    [
      'a generator’s one result',
      {
        async *call() {
          yield { progress: 1 };
          yield { data: 'end' };
        },
      },
      'end',
    ],
    [
      'a failure, by its message',
      { call: async () => fail('no-file', 'There is no such file.') },
      'There is no such file.',
    ],
    [
      'a failure with data, by its view',
      {
        call: async () => ({ ...fail('exit', 'Exit code 1'), data: 'out' }),
        toModel: (data) => `seen: ${String(data)}`,
      },
      'seen: out',
    ],
    ['a lone surrogate, mended', { call: async () => ({ data: 'a\ud800b' }) }, 'a\ufffdb'],
  ];
  it.each(rows)('%s', async (_, declaration, text) => {
    expect(textOfResult(await run(declaration), 'c')).toBe(text);
  });

  it.each([
    ['blank text', { call: async () => ({ data: ' \n' }) }],
    ['nothing', { call: async () => ({ data: undefined }) }],
    ['null', { call: async () => ({ data: null }) }],
    ['no blocks', { call: async () => ({ data: 1 }), toModel: () => [] }],
    ['blank blocks', { call: async () => ({ data: 1 }), toModel: () => [{ type: 'text', text: '' }] }],
  ] satisfies [string, Declaration][])(
    '%s gets a placeholder that names the tool',
    async (_, declaration) => {
      const events = await run(declaration);
      expect(textOfResult(events, 'c')).toBe('(Tool finished with no output)');
      expect(resultOf(events, 'c').result.is_error).toBe(false);
    },
  );
});

describe('what a tool may get wrong', () => {
  const rows: [string, Declaration, string, RegExp][] = [
    ['it throws', { call: () => Promise.reject(new Error('bang')) }, 'exception', /^Tool failed: bang$/],
    [
      'it throws before it begins',
      {
        call: () => {
          throw new TypeError('bang');
        },
      },
      'exception',
      /bang/,
    ],
    ['it throws no error', { call: () => Promise.reject('just text') }, 'exception', /just text/],
    [
      'it ends without a result',
      {
        async *call() {
          yield { progress: 1 };
        },
      },
      'generator-without-result',
      /has a bug/,
    ],
    [
      'it gives two results',
      {
        async *call() {
          yield { data: 1 };
          yield { data: 2 };
        },
      },
      'generator-after-result',
      /second result/,
    ],
    [
      'it goes on after its result',
      {
        async *call() {
          yield { data: 1 };
          yield { progress: 2 };
        },
      },
      'generator-after-result',
      /progress after its result/,
    ],
    [
      'it throws after its result',
      {
        async *call() {
          yield { data: 1 };
          throw new Error('bang');
        },
      },
      'exception',
      /bang/,
    ],
    [
      'its result can not be shown',
      {
        toModel: () => {
          throw new Error('bang');
        },
      },
      'mapping-failed',
      /finished/,
    ],
    [
      'its data has no end',
      {
        call: async () => {
          const data: unknown[] = [];
          data.push(data);
          return { data };
        },
      },
      'mapping-failed',
      /could not be shown/,
    ],
  ];
  it.each(rows)('%s', async (_, declaration, errorCode, text) => {
    const events = await run(declaration);
    expect(resultOf(events, 'c').outcome).toMatchObject({ code: 'tool-error', errorCode });
    expect(resultOf(events, 'c').result.is_error).toBe(true);
    expect(textOfResult(events, 'c')).toMatch(text);
  });

  it.each(['[]', '[null]', '[5]', '[{}]', '[[]]'])(
    'it returns the one item of %s, which is not a result',
    async (list) => {
      const tool = { ...toolOf('Tool'), call: untyped(list) };
      const events = await runAll(createKit([tool]), [{ id: 'c', name: 'Tool', input: {} }]);
      expect(outcomes(events)).toEqual({ c: 'tool-error' });
    },
  );

  it('does not stop the generator from tidying up', async () => {
    let isTidy = false;
    await run({
      async *call() {
        try {
          yield { data: 1 };
          yield { data: 2 };
        } finally {
          isTidy = true;
        }
      },
    });
    expect(isTidy).toBe(true);
  });
});

describe('what goes with a result', () => {
  it('metadata goes to the client', async () => {
    const kit = createKit([
      toolOf('Tool', {
        call: async ({ n }) => ({ data: 'x', metadata: { m: String(n) } }),
        toClient: (data) => ({ shown: data }),
      }),
    ]);
    const events = await runAll(kit, [
      { id: 'c1', name: 'Tool', input: { n: 1 } },
      { id: 'c2', name: 'Tool', input: { n: 2 } },
    ]);
    expect(resultOf(events, 'c2')).toMatchObject({ metadata: { m: '2' }, clientView: { shown: 'x' } });
  });
});
