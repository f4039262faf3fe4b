import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Asker } from '@sluice/core';
import { expect, it } from 'vitest';
import { withServer, type ServerSession } from './support/with-server.ts';

/** Makes a call that its server does not answer before the gate is open, and moves it as soon as it can be moved. */
async function moved({ runtime, tasks, cwd }: ServerSession, input = {}) {
  const gate = join(cwd, 'gate');
  let text = '';
  const run = runtime.run([{ id: 'c', name: 'mcp__f__late', input: { gate, ...input } }]);
  for await (const event of run) {
    if (event.type === 'call-state' && event.status === 'executing') {
      while (tasks.moveWaiting('c') === 0) await new Promise(setImmediate);
    }
    if (event.type === 'tool-result') text = JSON.stringify(event.result.content);
  }
  const [task] = tasks.list();
  if (task === undefined) throw new Error(`Nothing was moved: ${text}`);
  return { gate, text, task };
}

const signal = new AbortController().signal;

it('a call that is moved goes on as a task, whose result the model gets and a file keeps', async () => {
  const session = await withServer({ hasMore: true });
  const { gate, text, task } = await moved(session);
  expect(task).toMatchObject({ type: 'mcp', command: 'mcp__f__late', callId: 'c' });
  expect(text).toContain(`it continues as task ${task.id}.`);
  // The server works on the call, and takes others.
  expect(await session.text('echo')).toBe('{}');
  writeFileSync(gate, '');
  const ended = await session.tasks.wait(task.id, signal);
  expect(ended?.status).toEqual({
    status: 'completed',
    text: expect.stringMatching(
      /^late, but here\n\[image, image\/png, 8 bytes, saved to .*\.png, not shown: .*\]$/,
    ),
  });
  expect(readFileSync(task.outputPath, 'utf8')).toContain('late, but here');
  expect(session.tasks.takeFinished().map(({ id }) => id)).toEqual([task.id]);
});

it('a moved call that fails has failed, with the reason', async () => {
  const session = await withServer({ hasMore: true });
  const { gate, task } = await moved(session, { fails: true });
  writeFileSync(gate, '');
  const ended = await session.tasks.wait(task.id, signal);
  expect(ended?.status).toEqual({ status: 'failed', reason: 'late, but here' });
});

it('a moved call that is stopped is canceled at its server', async () => {
  const session = await withServer({ hasMore: true });
  const { task } = await moved(session);
  expect((await session.tasks.stop(task.id, 'model'))?.status).toMatchObject({ status: 'stopped' });
  expect(await session.text('canceled')).toMatch(/^\[\d+\]$/);
});

it('a call whose server waits for the user is not moved', async () => {
  let tasks: ServerSession['tasks'] | undefined;
  const moves: (number | undefined)[] = [];
  const asker: Asker = {
    push(_inquiry, settle) {
      moves.push(tasks?.moveWaiting());
      settle({ behavior: 'deny' });
    },
    remove() {},
    update() {},
  };
  const session = await withServer({ hasMore: true }, {}, { asker, kinds: ['form'] });
  ({ tasks } = session);
  const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
  expect(await session.text('ask', { message: 'Who?', requestedSchema })).toBe('{"action":"decline"}');
  expect([moves, tasks.list()]).toEqual([[0], []]);
});
