import { describe, expect, it } from 'vitest';
import { assemblePool } from '../../src/index.ts';
import { nearNames } from '../../src/pool/near-names.ts';
import { createKit, outcomes, runAll, textOfResult, toolOf } from '../support/kit.ts';

const names = (pool: ReturnType<typeof assemblePool>): string[] => pool.tools.map(({ name }) => name);

describe('the pool', () => {
  it('has built-in tools by name, then foreign ones by name, whatever the order they came in', () => {
    const b = [toolOf('Write'), toolOf('Bash'), toolOf('Read')];
    const f = [toolOf('mcp__b'), toolOf('Agent'), toolOf('mcp__a')];
    const expected = ['Bash', 'Read', 'Write', 'Agent', 'mcp__a', 'mcp__b'];
    expect(names(assemblePool({ builtIn: b, foreign: f }))).toEqual(expected);
    expect(names(assemblePool({ builtIn: b.toReversed(), foreign: f.toReversed() }))).toEqual(expected);
  });

  it('keeps the first of two with one name, and says so', () => {
    const own = toolOf('Read');
    const pool = assemblePool({ builtIn: [own], foreign: [toolOf('Read')] });
    expect(pool.find('Read')).toBe(own);
    expect(pool.leftOut).toEqual([{ name: 'Read', reason: 'name-taken' }]);
  });

  it('finds by name first, then by alias; of two aliases the first tool’s', () => {
    const task = toolOf('Agent', { aliases: ['Task', 'Read', 'Shared'] });
    const read = toolOf('Read', { aliases: ['Shared', 'FileRead'] });
    const pool = assemblePool({ builtIn: [read, task] });
    expect(pool.find('Task')).toBe(task);
    expect(pool.find('FileRead')).toBe(read);
    expect(pool.find('Read')).toBe(read);
    expect(pool.find('Shared')).toBe(task);
    expect(pool.find('task')).toBeUndefined();
  });

  it('leaves out what is disabled or denied, with its aliases', () => {
    const pool = assemblePool({
      builtIn: [
        toolOf('Off', { isEnabled: () => false, aliases: ['Old'] }),
        toolOf('Bash', { aliases: ['Sh'] }),
      ],
      isDenied: ({ name }) => name === 'Bash',
    });
    expect(pool.tools).toEqual([]);
    expect(pool.leftOut).toEqual([
      { name: 'Bash', reason: 'denied' },
      { name: 'Off', reason: 'disabled' },
    ]);
    for (const name of ['Off', 'Old', 'Bash', 'Sh']) expect(pool.find(name)).toBeUndefined();
    expect(pool.near('Bsh')).toEqual([]);
  });

  it('lets the next of one name in when the first is disabled', () => {
    const second = toolOf('Read');
    const pool = assemblePool({ builtIn: [toolOf('Read', { isEnabled: () => false })], foreign: [second] });
    expect(pool.find('Read')).toBe(second);
  });

  it('makes lazy tools when it is assembled, and each assembly anew', () => {
    let made = 0;
    const lazy = () => {
      made += 1;
      return toolOf(`Lazy${made}`);
    };
    expect(names(assemblePool({ builtIn: [lazy, () => undefined] }))).toEqual(['Lazy1']);
    expect(names(assemblePool({ builtIn: [lazy] }))).toEqual(['Lazy2']);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
    'takes %j for an ordinary name that nobody has',
    async (name) => {
      const events = await runAll(createKit([toolOf('Read')]), [{ id: 'c', name, input: {} }]);
      expect(outcomes(events)).toEqual({ c: 'unknown-tool' });
      expect(textOfResult(events, 'c')).toMatch(name === '' ? /names no tool/ : /There is no tool named/);
    },
  );

  it('runs tools that are called after parts of the prototype', async () => {
    const events = await runAll(createKit([toolOf('constructor'), toolOf('toString')]), [
      { id: 'c1', name: 'constructor', input: {} },
      { id: 'c2', name: 'toString', input: {} },
    ]);
    expect(outcomes(events)).toEqual({ c1: 'ok', c2: 'ok' });
  });
});

describe('near names', () => {
  const known = ['Read', 'Write', 'Edit', 'Bash', 'Grep', 'Glob', 'WebFetch', 'WebSearch'];
  const rows: [string, string, string[]][] = [
    ['another case', 'read', ['Read']],
    ['a letter too many', 'Reads', ['Read']],
    ['a letter changed', 'Gree', ['Grep']],
    ['a part of it', 'Fetch', ['WebFetch']],
    ['something longer around it', 'BashTool', ['Bash']],
    ['nothing like it', 'Quux', []],
  ];
  it.each(rows)('of %s', (_, wrong, near) => {
    expect(nearNames(wrong, known)).toEqual(near);
  });

  it('are three at the most, the nearest first', () => {
    expect(nearNames('Web', ['WebA', 'WebB', 'WebC', 'WebD'])).toEqual(['WebA', 'WebB', 'WebC']);
    expect(nearNames('Redd', ['Read', 'Reddy', 'Red'])).toHaveLength(3);
  });

  it('of an endless name are found quickly and shown short', async () => {
    const name = `Read${'x'.repeat(100_000)}`;
    const events = await runAll(createKit([toolOf('Read')]), [{ id: 'c', name, input: {} }]);
    expect(textOfResult(events, 'c').length).toBeLessThan(300);
  });
});
