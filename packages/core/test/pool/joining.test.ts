import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assemblePool, type AnyTool, type ToolPool } from '../../src/index.ts';
import {
  call,
  collect,
  createFeed,
  createGate,
  createKit,
  end,
  FREE,
  ofType,
  outcomes,
  resultOf,
  runAll,
  textOfResult,
  toEnd,
  toolOf,
} from '../support/kit.ts';

const namesOf = (pool: ToolPool): string[] => pool.tools.map(({ name }) => name);

describe('a pool whose tools join and leave', () => {
  it('keeps what it has shown in its place, finds what is there, and says why the rest has left', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'Base');
    const change = fc.record({
      source: fc.constantFrom('mcp:one', 'mcp:two'),
      names: fc.uniqueArray(name, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const base = toolOf('Base', { aliases: ['OldBase'] });
        const pool = assemblePool({ builtIn: [base] });
        const offered = new Map<string, readonly string[]>();
        let heard = 0;
        pool.onChange(() => (heard += 1));
        for (const { source, names } of changes) {
          const shown = namesOf(pool);
          const { version } = pool;
          const tools = names.map((one) => toolOf(one, { description: source }));
          pool.update(source, tools, `${source} has gone`);
          offered.set(source, names);
          expect(namesOf(pool).slice(0, shown.length)).toEqual(shown);
          expect(new Set(namesOf(pool)).size).toBe(pool.tools.length);
          expect([version, version + 1]).toContain(pool.version);
          expect(pool.version).toBe(heard + 1);
          expect(pool.find('Base')).toBe(base);
          expect(pool.find('OldBase')).toBe(base);
          for (const one of ['a', 'b', 'c', 'd', 'e']) {
            // Of two sources that offer one name, the one that was there first has it.
            const owner = [...offered].find(([, all]) => all.includes(one))?.[0];
            expect(pool.find(one)?.description).toBe(owner);
            const isGone = owner === undefined && namesOf(pool).includes(one);
            expect(pool.whyGone(one) !== undefined).toBe(isGone);
          }
        }
      }),
    );
  });

  it('takes tools of a source that was removed off the list', () => {
    const pool = assemblePool({ builtIn: [toolOf('Read')] });
    pool.update('mcp:a', [toolOf('mcp__a')]);
    pool.update('mcp:b', [toolOf('mcp__b')]);
    pool.update('mcp:a', [], 'it was removed', true);
    expect(namesOf(pool)).toEqual(['Read', 'mcp__b']);
    expect(pool.whyGone('mcp__a')).toBe('it was removed');
    pool.update('mcp:a', [toolOf('mcp__a')]);
    expect(namesOf(pool)).toEqual(['Read', 'mcp__b', 'mcp__a']);
  });

  it('tells listeners of changes alone, until they end it', () => {
    const pool = assemblePool({ builtIn: [] });
    const tool = toolOf('mcp__a');
    let heard = 0;
    const unlisten = pool.onChange(() => (heard += 1));
    for (const tools of [[], [tool], [tool], []]) pool.update('mcp:a', tools);
    expect([heard, pool.version]).toEqual([2, 3]);
    unlisten();
    pool.update('mcp:a', [tool]);
    expect([heard, pool.version]).toEqual([2, 4]);
  });

  it('takes the changes of several sources as one, each tool that left with the reason of its own source', () => {
    const pool = assemblePool({ builtIn: [toolOf('Read')] });
    let heard = 0;
    pool.onChange(() => (heard += 1));
    pool.updateAll([
      { source: 'mcp:b', tools: [toolOf('mcp__b')] },
      { source: 'mcp:a', tools: [toolOf('mcp__a')] },
    ]);
    expect([heard, pool.version, namesOf(pool)]).toEqual([1, 2, ['Read', 'mcp__b', 'mcp__a']]);
    pool.updateAll([
      { source: 'mcp:a', tools: [], why: 'a ended' },
      { source: 'mcp:b', tools: [], why: 'b was removed', isRemoved: true },
      { source: 'mcp:c', tools: [toolOf('mcp__c')] },
    ]);
    expect([heard, pool.version, namesOf(pool)]).toEqual([2, 3, ['Read', 'mcp__a', 'mcp__c']]);
    expect(['mcp__a', 'mcp__b'].map((name) => pool.whyGone(name))).toEqual(['a ended', 'b was removed']);
    pool.updateAll([]);
    expect(heard).toBe(2);
  });

  it('leaves out what is denied, disabled, or has the name of a built-in tool', () => {
    const pool = assemblePool({
      builtIn: [toolOf('Read', { aliases: ['FileRead'] }), toolOf('Write')],
      wanted: ['Write'],
      isDenied: ({ name }) => name === 'mcp__denied',
    });
    pool.update('mcp:a', [
      toolOf('Read'),
      toolOf('FileRead'),
      toolOf('mcp__denied'),
      toolOf('mcp__off', { isEnabled: () => false }),
    ]);
    expect(namesOf(pool)).toEqual(['Write']);
    expect(pool.version).toBe(1);
    expect(pool.leftOut.map(({ name, reason }) => `${name} ${reason}`)).toEqual([
      'FileRead name-taken',
      'Read name-taken',
      'mcp__denied denied',
      'mcp__off disabled',
    ]);
  });
});

describe('calls of tools that join and leave', () => {
  const one = [{ id: 'c', name: 'mcp__a', input: {} }];
  const joining = (more: Parameters<typeof toolOf>[1] = {}): AnyTool =>
    toolOf('mcp__a', { aliases: ['OldA'], ...more });

  it('run once the tool has joined, and say why not once it has left', async () => {
    const kit = createKit([]);
    expect(outcomes(await runAll(kit, one))).toEqual({ c: 'unknown-tool' });
    kit.runtime.pool.update('mcp:a', [joining()]);
    expect(outcomes(await runAll(kit, one))).toEqual({ c: 'ok' });
    kit.runtime.pool.update('mcp:a', [], 'the server "a" has disconnected');
    for (const name of ['mcp__a', 'OldA']) {
      const events = await runAll(kit, [{ id: 'c', name, input: {} }]);
      expect(outcomes(events)).toEqual({ c: 'unknown-tool' });
      expect(textOfResult(events, 'c')).toBe(
        `The tool ${name} is no longer available: the server "a" has disconnected. The call did not run.`,
      );
    }
    kit.runtime.pool.update('mcp:a', [joining()]);
    expect(outcomes(await runAll(kit, one))).toEqual({ c: 'ok' });
  });

  it('that wait when their tool leaves do not start; those that run go on', async () => {
    const gate = createGate();
    const started: string[] = [];
    const tool = joining({
      async call(_input, { callId }) {
        started.push(callId);
        await gate.passed;
        return { data: 'done' };
      },
    });
    const kit = createKit([], {});
    kit.runtime.pool.update('mcp:a', [tool]);
    const feed = createFeed();
    const reading = collect(kit.runtime.run(feed.items));
    feed.put(call('first', 'mcp__a'), call('second', 'mcp__a'), end());
    feed.end();
    while (started.length === 0) await new Promise((resolve) => setImmediate(resolve));
    kit.runtime.pool.update('mcp:a', []);
    gate.open();
    const events = await toEnd(reading, kit.clock);
    expect(outcomes(events)).toEqual({ first: 'ok', second: 'unknown-tool' });
    expect(textOfResult(events, 'second')).toMatch(/mcp:a no longer offers it. The call did not run.$/);
    expect(started).toEqual(['first']);
    expect(ofType(events, 'message')).toHaveLength(1);
    expect(resultOf(events, 'second').result.is_error).toBe(true);
  });

  it('are planned with the tools that are there', async () => {
    const kit = createKit([toolOf('Other', FREE)]);
    kit.runtime.pool.update('mcp:a', [joining()]);
    const plan = async () =>
      (await kit.runtime.planBatches(one)).flatMap(({ calls }) => calls.map(({ runs }) => runs));
    expect(await plan()).toEqual([true]);
    kit.runtime.pool.update('mcp:a', []);
    expect(await plan()).toEqual([false]);
  });
});
