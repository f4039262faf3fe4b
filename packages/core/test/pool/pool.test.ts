import { describe, expect, it } from 'vitest';
import { assemblePool } from '../../src/index.ts';
import { nearNames } from '@sluice/base';
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

  it('keeps the first of two foreign ones with one name, and says so', () => {
    const first = toolOf('mcp__a');
    const pool = assemblePool({ builtIn: [], foreign: [first, toolOf('mcp__a')] });
    expect(pool.find('mcp__a')).toBe(first);
    expect(pool.leftOut).toEqual([{ name: 'mcp__a', reason: 'name-taken' }]);
  });

  it.each([
    [
      'the name',
      toolOf('Read'),
      'The tool "Read" has the name of a built-in tool. Rename it, or set replacesBuiltIn: true',
    ],
    [
      'an alias as its name',
      toolOf('FileRead'),
      'The tool "FileRead" has another name of the built-in tool Read. Rename it.',
    ],
    [
      'a name as its alias',
      toolOf('Mine', { aliases: ['Read'] }),
      'The alias "Read" of the tool "Mine" is the name of the built-in tool Read. Remove that alias.',
    ],
    [
      'an alias as its alias',
      toolOf('Mine', { aliases: ['FileRead'] }),
      'The alias "FileRead" of the tool "Mine" is another name of the built-in tool Read. Remove that alias.',
    ],
    [
      'an alias of another than it replaces',
      toolOf('Write', { aliases: ['FileRead'], replacesBuiltIn: true }),
      'The alias "FileRead" of the tool "Write" is another name of the built-in tool Read.',
    ],
    [
      'the name of none that it could replace',
      toolOf('Raed', { replacesBuiltIn: true }),
      'The tool "Raed" sets replacesBuiltIn, but there is no built-in tool with that name.',
    ],
  ])('refuses a foreign tool that has %s of a built-in one', (_, tool, message) => {
    const read = toolOf('Read', { aliases: ['FileRead'] });
    const off = toolOf('Read', { aliases: ['FileRead'], isEnabled: () => false });
    for (const builtIn of [
      [read, toolOf('Write')],
      [off, toolOf('Write')],
      [() => read, toolOf('Write')],
    ]) {
      for (const wanted of [undefined, [], ['Write']])
        for (const foreign of [[tool], [() => tool]])
          expect(() => assemblePool({ builtIn, wanted, foreign })).toThrow(message);
      expect(() => assemblePool({ builtIn, foreign: [tool], isDenied: () => true })).toThrow(message);
    }
  });

  it('puts a foreign tool in the place of the built-in one that it replaces, and never both', () => {
    const read = toolOf('Read', { aliases: ['FileRead'] });
    const own = toolOf('Read', { aliases: ['FileRead'], replacesBuiltIn: true });
    const pool = assemblePool({ builtIn: [read], foreign: [own] });
    expect(pool.tools).toEqual([own]);
    expect(pool.find('FileRead')).toBe(own);
    expect(pool.leftOut).toEqual([{ name: 'Read', reason: 'replaced' }]);
    // One that is off does not bring back what it was to replace.
    const off = toolOf('Read', { replacesBuiltIn: true, isEnabled: () => false });
    expect(assemblePool({ builtIn: [read], foreign: [off] }).tools).toEqual([]);
  });

  it('offers the built-in tools that are wanted', () => {
    const builtIn = [toolOf('Read'), toolOf('Write')];
    expect(names(assemblePool({ builtIn, wanted: ['Write', 'None'], foreign: [toolOf('Own')] }))).toEqual([
      'Write',
      'Own',
    ]);
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

  it('names no tool for a wrong name that rules deny', () => {
    const pool = assemblePool({
      builtIn: [toolOf('Bash'), toolOf('Bish')],
      isUnnamed: ({ name }) => name === 'Bash',
    });
    expect(pool.find('Bash')).toBeDefined();
    expect(pool.near('Bsh')).toEqual(['Bish']);
  });

  it('names the one tool of a server that is called by its own name', () => {
    const pool = assemblePool({
      builtIn: [toolOf('mcp__a__t6'), toolOf('mcp__a__same'), toolOf('mcp__b__same')],
    });
    expect(pool.near('t6')).toEqual(['mcp__a__t6']);
    expect(pool.near('same')).not.toHaveLength(1);
  });

  it('lets the next of one name in when the first is disabled', () => {
    const second = toolOf('Own');
    const pool = assemblePool({ builtIn: [], foreign: [toolOf('Own', { isEnabled: () => false }), second] });
    expect(pool.find('Own')).toBe(second);
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
    'takes %j for an ordinary name that no one has',
    async (name) => {
      const events = await runAll(createKit([toolOf('Read')]), [{ id: 'c', name, input: {} }]);
      expect(outcomes(events)).toEqual({ c: 'unknown-tool' });
      expect(textOfResult(events, 'c')).toMatch(name === '' ? /has no tool name/ : /There is no tool named/);
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
