import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  createMemoryFiles,
  defineTool,
  readFile,
  readTree,
  writeFile,
  type Claim,
  type Clock,
} from '../../src/index.ts';
import { createKit, runAll } from '../support/kit.ts';
import { wait } from '../support/toy-tools.ts';

/** Tools that tell when they begin and end. */
function touchTools(log: string[], clock: () => Clock) {
  const tool = (name: string, isReadOnly: boolean, claim: (path: string) => Claim) =>
    defineTool({
      name,
      description: name,
      inputSchema: z.object({ path: z.string() }),
      isReadOnly,
      claims: ({ path }) => [claim(path)],
      async call(_input, { callId, signal }) {
        log.push(`${callId} begins`);
        await wait(clock(), 5, signal);
        log.push(`${callId} ends`);
        return { data: 'touched' };
      },
    });
  return [tool('Read', true, readFile), tool('List', true, readTree), tool('Write', false, writeFile)];
}

test.each([
  ['a file under another of its names', 'Write', '/d/folder/one', 'Read', '/d/other'],
  ['a folder while a file in it is written under a name elsewhere', 'Write', '/d/other', 'List', '/d/folder'],
  ['a file under a name elsewhere while its folder is listed', 'List', '/d/folder', 'Write', '/d/other'],
])('a call waits that touches %s', async (_, first, firstPath, second, secondPath) => {
  const files = createMemoryFiles({ contents: new Map([['/d/folder/one', '']]) });
  files.hardLink('/d/folder/one', '/d/other');
  const log: string[] = [];
  const kit = createKit(
    touchTools(log, () => kit.clock),
    { files },
  );
  await runAll(kit, [
    { id: 'c1', name: first, input: { path: firstPath } },
    { id: 'c2', name: second, input: { path: secondPath } },
  ]);
  expect(log).toEqual(['c1 begins', 'c1 ends', 'c2 begins', 'c2 ends']);
});
