import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool, readFile, writeFile, type Asker } from '../../src/index.ts';
import { createKit, outcomes, runAll, textOfResult, toolOf, type Kit } from '../support/kit.ts';
import { wait } from '../support/toy-tools.ts';

test('a call that begins again ends with what its new attempt found, however late the old one ends', async () => {
  const asker: Asker = {
    push: (_request, answer) =>
      void kit.clock.setTimer(5, () => answer({ behavior: 'allow', updatedInput: { path: '/d/b' } })),
    remove: () => {},
    update: () => {},
  };
  let attempts = 0;
  const kit: Kit = createKit(
    [
      defineTool({
        name: 'Write',
        description: 'is sent to another file by the person who is asked',
        inputSchema: z.object({ path: z.string() }),
        claims: ({ path }) => [writeFile(path)],
        async call(_input, { signal }) {
          await wait(kit.clock, 5, signal);
          return { data: 'written' };
        },
      }),
      toolOf('Read', {
        isReadOnly: true,
        claims: () => [readFile('/d/b')],
        async call() {
          attempts += 1;
          const [data, ms] = attempts === 1 ? ['old', 20] : ['new', 100];
          // It hears no signal: the first attempt ends while the second is at work.
          await wait(kit.clock, ms, new AbortController().signal);
          return { data };
        },
      }),
    ],
    {
      asker,
      policy: {
        decide: ({ isReadOnly }) =>
          isReadOnly
            ? { behavior: 'allow', by: 'read-only', reason: 'it reads' }
            : { behavior: 'ask', by: 'default', reason: 'it writes', remedy: '' },
      },
    },
  );
  const events = await runAll(kit, [
    { id: 'c1', name: 'Write', input: { path: '/d/a' } },
    { id: 'c2', name: 'Read', input: {} },
  ]);
  expect(attempts).toBe(2);
  expect(outcomes(events)).toEqual({ c1: 'ok', c2: 'ok' });
  expect(textOfResult(events, 'c2')).toBe('new');
});
