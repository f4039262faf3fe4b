import { expect, test } from 'vitest';
import type { AnyTool } from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import { collect, createKit, outcomes, toEnd, toolOf, type KitOptions } from '../support/kit.ts';

const never = (): Promise<never> => new Promise(() => {});

test.each<[string, Partial<AnyTool>, KitOptions]>([
  ['validateInput', { validateInput: never }, {}],
  ['checkPermissions', { checkPermissions: never }, {}],
  ['PreToolUse hook', {}, { hooks: [{ event: 'PreToolUse', name: 'hangs', run: never }] }],
])('a %s that never answers is left behind when its grace is over', async (_, declaration, options) => {
  const ran: string[] = [];
  const tool = toolOf('Act', {
    async call(_input, { callId }) {
      ran.push(callId);
      return { data: 'acted' };
    },
  });
  const kit = createKit([{ ...tool, ...declaration }], options);
  const run = kit.runtime.run([{ id: 'c1', name: 'Act', input: {} }]);
  const reading = collect(run);
  await quiet();
  run.interrupt('user-cancel');
  expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c1: 'cancelled user-cancel' });
  expect(kit.clock.now()).toBe(2000);
  expect(ran).toEqual([]);
});
