import { expect, it } from 'vitest';
import { createKit, ofType, outcomes, runAll, toolOf } from '../support/kit.ts';

const one = [{ id: 'c', name: 'Any', input: {} }];

it.each([
  ['at once', () => ({ reason: 'enough' }), { reason: 'enough' }],
  ['later', async () => ({ reason: 'enough' }), { reason: 'enough' }],
  ['not', () => undefined, undefined],
  ['by a throw, which wants nothing', () => JSON.parse('{'), undefined],
])('somebody beside the calls may want an end: %s', async (_, stopWanted, stop) => {
  const events = await runAll(createKit([toolOf('Any')], { stopWanted }), one);
  expect(outcomes(events)).toEqual({ c: 'ok' });
  expect(ofType(events, 'message').map((message) => message.stop)).toEqual([stop]);
});

it('a hook of a call is heard first', async () => {
  const kit = createKit([toolOf('Any')], {
    stopWanted: () => ({ reason: 'other' }),
    hooks: [{ event: 'PreToolUse', name: 'ends', run: () => ({ stop: { reason: 'enough' } }) }],
  });
  expect(ofType(await runAll(kit, one), 'message')[0]?.stop).toEqual({ reason: 'enough' });
});
