import { describe, expect, it } from 'vitest';
import { writeFile, readFile } from '../../src/index.ts';
import { quiet } from '../support/drive.ts';
import {
  aborted,
  collect,
  createGate,
  createKit,
  ofType,
  outcomes,
  resultOf,
  toEnd,
  toolOf,
} from '../support/kit.ts';
import { asking, createPerson } from '../support/person.ts';
import { wait } from '../support/toy-tools.ts';

describe('an interrupt while a call is prepared', () => {
  it.each(['hook', 'validateInput', 'checkPermissions'] as const)(
    'gives its signal to a %s that waits',
    async (where) => {
      const waits = async (signal: AbortSignal): Promise<void> => aborted(signal);
      const kit = createKit(
        [
          toolOf('Checked', {
            ...(where === 'validateInput'
              ? {
                  validateInput: async (_, { signal }) => {
                    await waits(signal);
                    return { ok: true as const };
                  },
                }
              : {}),
            ...(where === 'checkPermissions'
              ? {
                  checkPermissions: async (_, { signal }) => {
                    await waits(signal);
                    return { behavior: 'passthrough' as const };
                  },
                }
              : {}),
          }),
        ],
        where === 'hook'
          ? {
              hooks: [
                {
                  event: 'PreToolUse',
                  name: 'slow',
                  run: async ({ signal }) => {
                    await waits(signal);
                    return undefined;
                  },
                },
              ],
            }
          : {},
      );
      const run = kit.runtime.run([{ id: 'c1', name: 'Checked', input: {} }]);
      const reading = collect(run);
      await quiet();
      run.interrupt('user-cancel');
      expect(outcomes(await toEnd(reading, kit.clock))).toEqual({ c1: 'cancelled user-cancel' });
    },
  );

  it('what a hook adds and its stop still reach the message', async () => {
    const gate = createGate();
    const kit = createKit([toolOf('Any')], {
      hooks: [
        {
          event: 'PreToolUse',
          name: 'slow',
          run: async () => {
            await gate.passed;
            return { additionalContext: 'by the way', stop: { reason: 'enough' } };
          },
        },
      ],
    });
    const run = kit.runtime.run([{ id: 'c1', name: 'Any', input: {} }]);
    const reading = collect(run);
    await quiet();
    run.interrupt('user-message');
    gate.open();
    const [message] = ofType(await toEnd(reading, kit.clock), 'message');
    expect(message).toMatchObject({ additionalContext: ['by the way'], stop: { reason: 'enough' } });
  });
});

describe('a call that was stopped', () => {
  it('has its grace although an earlier call begins to conflict with it meanwhile', async () => {
    const person = createPerson();
    const kit = createKit(
      [
        toolOf('Write', { claims: ({ path }) => [writeFile(String(path))] }),
        toolOf('Read', {
          isReadOnly: true,
          claims: ({ path }) => [readFile(String(path))],
          timeoutMs: () => 100,
          async call(_, { signal }) {
            await aborted(signal);
            await wait(kit.clock, 50, new AbortController().signal);
            return { data: 'tidied up' };
          },
        }),
      ],
      {
        policy: {
          decide: (query, snapshot) =>
            query.tool.name === 'Write'
              ? asking('Asks', 'Write').decide(query, snapshot)
              : { behavior: 'allow', by: 'mode', reason: '' },
        },
        asker: person.asker,
      },
    );
    const reading = collect(
      kit.runtime.run([
        { id: 'w', name: 'Write', input: { path: '/d/a' } },
        { id: 'r', name: 'Read', input: { path: '/d/b' } },
      ]),
    );
    await quiet();
    kit.clock.advance(110);
    person.answer('w', { behavior: 'allow', updatedInput: { path: '/d/b' } });
    const events = await toEnd(reading, kit.clock);
    expect(resultOf(events, 'r').outcome).not.toHaveProperty('mayStillRun');
  });
});
