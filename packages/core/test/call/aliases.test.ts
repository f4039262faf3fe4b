import { describe, expect, it } from 'vitest';
import { createKit, outcomes, runAll, textOfResult, toolOf } from '../support/kit.ts';

describe('aliases', () => {
  it('a hook that denies a tool by its name also denies it under an alias', async () => {
    const kit = createKit([toolOf('Real', { aliases: ['Old'] })], {
      hooks: [
        {
          event: 'PreToolUse',
          name: 'guard',
          matches: (name) => name === 'Real',
          run: () => ({ decision: 'deny', reason: 'no' }),
        },
      ],
    });
    const events = await runAll(kit, [{ id: 'c1', name: 'Old', input: {} }]);
    expect(outcomes(events)).toEqual({ c1: 'blocked-by-hook' });
  });

  it('a name that stands for another tool is that tool: rules and hooks of its own hold, and one step is taken', async () => {
    const kit = createKit([toolOf('Here'), toolOf('There')], {
      toolAliases: { Here: 'There', There: 'Here', toString: 'Here' },
      hooks: [
        {
          event: 'PreToolUse',
          name: 'guard',
          matches: (name) => name === 'There',
          run: () => ({ decision: 'deny', reason: 'no' }),
        },
      ],
    });
    const events = await runAll(kit, [
      { id: 'c1', name: 'Here', input: {} },
      { id: 'c2', name: 'There', input: {} },
      { id: 'c3', name: 'constructor', input: {} },
    ]);
    expect(outcomes(events)).toEqual({ c1: 'blocked-by-hook', c2: 'ok', c3: 'unknown-tool' });
  });

  it('a result limit by the name of a tool holds under an alias', async () => {
    const kit = createKit(
      [toolOf('Real', { aliases: ['Old'], call: async () => ({ data: 'x'.repeat(3000) }) })],
      { resultLimits: new Map([['Real', 100]]) },
    );
    const events = await runAll(kit, [{ id: 'c1', name: 'Old', input: {} }]);
    expect(textOfResult(events, 'c1')).toMatch(/too long to show/);
  });
});
