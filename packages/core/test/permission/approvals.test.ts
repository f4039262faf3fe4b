import { describe, expect, it } from 'vitest';
import type { PermissionPolicy } from '../../src/index.ts';
import { createKit, outcomes, resultOf, runAll, toolOf } from '../support/kit.ts';
import { asking } from '../support/person.ts';

describe('what was allowed', () => {
  it('by an approver who changed the input is not asked about again', async () => {
    let asks = 0;
    const policy: PermissionPolicy = {
      decide: ({ input }) => ({
        behavior: 'ask',
        by: 'default',
        reason: `${JSON.stringify(input)} may matter`,
        remedy: 'Ask.',
      }),
    };
    const kit = createKit([toolOf('Any')], {
      policy,
      asker: {
        push: (_, answer) => {
          asks += 1;
          answer(asks === 1 ? { behavior: 'allow', updatedInput: { to: 'b' } } : { behavior: 'allow' });
        },
        remove: () => {},
        update: () => {},
      },
    });
    const events = await runAll(kit, [{ id: 'c1', name: 'Any', input: { to: 'a' } }]);
    expect(outcomes(events)).toEqual({ c1: 'ok' });
    expect(asks).toBe(1);
  });

  it('was not, without a word, when the feedback is empty', async () => {
    const kit = createKit([toolOf('Any')], {
      policy: asking('Any'),
      asker: {
        push: (_, answer) => answer({ behavior: 'deny', feedback: '' }),
        remove: () => {},
        update: () => {},
      },
    });
    const events = await runAll(kit, [{ id: 'c1', name: 'Any', input: {} }]);
    expect(resultOf(events, 'c1').outcome).toMatchObject({ code: 'denied', endsTurn: true });
  });

  it('by the tool itself is allowed where nothing else decided', async () => {
    const kit = createKit([toolOf('Any', { checkPermissions: () => ({ behavior: 'allow' }) })], {
      policy: asking('Any'),
    });
    expect(outcomes(await runAll(kit, [{ id: 'c1', name: 'Any', input: {} }]))).toEqual({ c1: 'ok' });
  });
});
