import { expect, it } from 'vitest';
import { assemblePool } from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import {
  call,
  collect,
  createFeed,
  createKit,
  end,
  outcomes,
  runAll,
  textOfResult,
  toEnd,
  toolOf,
} from '../support/kit.ts';

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

it('an interrupt ends the wait for a tool that has not come, and cancels the calls behind it', async () => {
  const asked: string[] = [];
  const kit = createKit([toolOf('Here')], {
    arrival: async (name) => {
      asked.push(name);
      await Promise.withResolvers<void>().promise;
    },
  });
  const feed = createFeed();
  const run = kit.runtime.run(feed.items);
  const reading = collect(run);
  feed.put(call('c1', 'Late'), call('c2', 'Here'), call('c3', 'Other'), end());
  feed.end();
  await quiet();
  expect(asked).toEqual(['Late']);
  run.interrupt('user-cancel');
  expect(outcomes(await toEnd(reading, kit.clock))).toEqual({
    c1: 'cancelled user-cancel',
    c2: 'cancelled user-cancel',
    c3: 'cancelled user-cancel',
  });
});

it('a call of a tool whose source can not be used says why', async () => {
  const whyMissing = (name: string) => (name === 'mcp__a__x' ? 'It needs a login. Run: log in' : undefined);
  const events = await runAll(createKit([], { whyMissing }), [
    { id: 'c1', name: 'mcp__a__x', input: {} },
    { id: 'c2', name: 'Other', input: {} },
  ]);
  expect(textOfResult(events, 'c1')).toBe(
    'The tool "mcp__a__x" is not available. It needs a login. Run: log in',
  );
  expect(textOfResult(events, 'c2')).toContain('There is no tool named "Other".');
});
