import { describe, expect, it } from 'vitest';
import type { Cascade } from '../../src/index.ts';
import { fail } from '../../src/index.ts';
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

const shell: Parameters<typeof toolOf>[1] = {
  isReadOnly: ({ reads }) => reads === true,
  isConcurrencySafe: ({ reads }) => reads === true,
  onError: () => ({ cancels: 'shell' }),
  call: async ({ fails }) => (fails === true ? fail('exit-1', 'Exit code 1') : { data: 'ran' }),
};

const kitWith = (cascade: Cascade) => createKit([toolOf('Shell', shell), toolOf('Other')], { cascade });

const CANCELED = 'cancelled sibling-error';

describe('a failing call of an error group', () => {
  const rows: [string, Cascade, { reads?: boolean }, { reads?: boolean }, string][] = [
    ['cancels later ones with effects', 'effects', {}, {}, CANCELED],
    ['spares those that only read', 'effects', {}, { reads: true }, 'ok'],
    ['that only read itself cancels none', 'effects', { reads: true }, {}, 'ok'],
    ['cancels all of the group, if so told', 'all-shell', {}, { reads: true }, CANCELED],
    ['that only read cancels all of the group, if so told', 'all-shell', { reads: true }, {}, CANCELED],
    ['cancels none, if so told', 'none', {}, {}, 'ok'],
  ];
  it.each(rows)('%s', async (_, cascade, first, second, expected) => {
    const events = await runAll(kitWith(cascade), [
      { id: 'c1', name: 'Shell', input: { ...first, fails: true } },
      // Keeps the second from starting beside the first.
      { id: 'between', name: 'Other', input: {} },
      { id: 'c2', name: 'Shell', input: second },
    ]);
    expect(outcomes(events)).toEqual({ c1: 'tool-error', between: 'ok', c2: expected });
    if (expected === CANCELED) {
      expect(textOfResult(events, 'c2')).toMatch(/not started: the earlier Shell call c1 failed/);
    }
  });

  it('cancels only later ones, of its own group and message', async () => {
    const kit = kitWith('effects');
    const events = await runAll(kit, [
      { id: 'c0', name: 'Shell', input: {} },
      { id: 'c1', name: 'Shell', input: { fails: true } },
      { id: 'c2', name: 'Other', input: {} },
      { id: 'c3', name: 'Shell', input: {} },
    ]);
    expect(outcomes(events)).toEqual({ c0: 'ok', c1: 'tool-error', c2: 'ok', c3: CANCELED });
    expect(outcomes(await runAll(kit, [{ id: 'c4', name: 'Shell', input: {} }]))).toEqual({ c4: 'ok' });
  });

  it('cancels those that come later in the stream', async () => {
    const kit = kitWith('effects');
    const feed = createFeed();
    const reading = collect(kit.runtime.run(feed.items));
    feed.put(call('c1', 'Shell', { fails: true }));
    await quiet();
    expect(outcomes(reading.events)).toEqual({ c1: 'tool-error' });
    feed.put(call('c2', 'Shell'), call('c3', 'Shell', { reads: true }), end());
    feed.end();
    expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c1: 'tool-error', c2: CANCELED, c3: 'ok' });
  });

  it('is one that ran: a refusal or a wrong input cancels none', async () => {
    const kit = createKit([
      toolOf('Shell', {
        ...shell,
        checkPermissions: ({ bad }) =>
          bad === true ? { behavior: 'deny', message: 'no' } : { behavior: 'passthrough' },
      }),
    ]);
    const events = await runAll(kit, [
      { id: 'c1', name: 'Shell', input: [] },
      { id: 'c2', name: 'Shell', input: { bad: true } },
      { id: 'c3', name: 'Shell', input: {} },
    ]);
    expect(outcomes(events)).toEqual({ c1: 'invalid-input', c2: 'denied', c3: 'ok' });
  });

  it('that throws counts too', async () => {
    const kit = createKit([
      toolOf('Shell', { ...shell, call: () => Promise.reject(new Error('broken pipe')) }),
    ]);
    const events = await runAll(kit, [
      { id: 'c1', name: 'Shell', input: {} },
      { id: 'c2', name: 'Shell', input: {} },
    ]);
    expect(outcomes(events)).toEqual({ c1: 'tool-error', c2: CANCELED });
  });
});
