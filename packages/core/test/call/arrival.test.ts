import { expect, it } from 'vitest';
import { assemblePool } from '../../src/index.ts';
import { createKit, outcomes, runAll, toolOf } from '../support/kit.ts';

it('a call of a tool that may still come waits for it once, and later calls keep their order', async () => {
  const pool = assemblePool({ builtIn: [toolOf('Here')] });
  const asked: string[] = [];
  const kit = createKit([], {
    pool,
    arrival(name) {
      asked.push(name);
      if (name === 'Never') return undefined;
      return Promise.resolve().then(() => {
        if (name === 'Late') pool.update('source', [toolOf('Late')]);
      });
    },
  });
  const events = await runAll(kit, [
    { id: 'c1', name: 'Late', input: {} },
    { id: 'c2', name: 'Here', input: {} },
    { id: 'c3', name: 'Missing', input: {} },
    { id: 'c4', name: 'Never', input: {} },
  ]);
  expect(outcomes(events)).toEqual({ c1: 'ok', c2: 'ok', c3: 'unknown-tool', c4: 'unknown-tool' });
  expect(asked).toEqual(['Late', 'Missing', 'Never']);
});
