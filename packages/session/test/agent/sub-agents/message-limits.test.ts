import { expect, it } from 'vitest';
import { createGate } from '../../../../agent/test/support/model-server/gate.ts';
import { agentCall, call, openTestSession, says } from './support/open-session.ts';

const send = (to: string, message: unknown) => call('SendMessage', { to, message: message as string });

it('a message has 32 KB at most, and may be an object', async () => {
  const { work, server } = await openTestSession({
    MAIN: [
      { content: [agentCall({ prompt: 'TASK', name: 'seeker' })] },
      { content: [send('seeker', 'x'.repeat(32 * 1024 + 1)), send('seeker', { type: 'note', seven: 7 })] },
      says('Waiting.'),
      says('Done.'),
    ],
    TASK: [says('Seven.'), says('Noted.')],
  });
  const { texts } = await work('go');
  expect(texts[1]).toMatch(/has 32769 bytes; the limit is 32768\. Write it to a file/);
  expect(texts[2]).toMatch(/continues in the background/);
  const bodies = server.requests.map(({ body }) => JSON.stringify(body['messages']));
  expect(bodies.some((body) => body.includes('TASK') && body.includes(String.raw`\"seven\":7`))).toBe(true);
});

it('an empty message is refused', async () => {
  const { work } = await openTestSession({
    MAIN: [
      { content: [agentCall({ prompt: 'TASK', name: 'seeker' })] },
      { content: [send('seeker', ' \n')] },
      says('Done.'),
    ],
    TASK: [says('Seven.')],
  });
  const { texts, results } = await work('go');
  expect([results[1]?.is_error, texts[1]]).toEqual([true, expect.stringContaining('The message is empty')]);
});

it('a hundred messages wait for one agent at most; it gets them in order once it looks', async () => {
  const gate = createGate();
  const { work, server } = await openTestSession({
    MAIN: [
      { content: [agentCall({ prompt: 'TASK', name: 'seeker', run_in_background: true })] },
      { content: Array.from({ length: 101 }, (_, at) => send('seeker', `Message ${at}.`)) },
      () => {
        gate.open();
        return says('Waiting.');
      },
      says('Done.'),
    ],
    TASK: [{ content: [gate.pause, call('Glob', { pattern: '*' })] }, says('Read.')],
  });
  const { texts } = await work('go');
  const refused = texts.filter((text) => text.includes('100 messages already wait for seeker'));
  expect([texts.length, refused.length]).toEqual([102, 1]);
  const read = server.requests
    .map(({ body }) => JSON.stringify(body))
    .find((body) => body.includes('Message from the agent main'));
  const numbers = [...(read ?? '').matchAll(/Message (\d+)\./g)].map(([, at]) => Number(at));
  expect(numbers).toEqual(Array.from({ length: 100 }, (_, at) => at));
});

it('ListAgents after TaskStop in one message sees the agent stopped', async () => {
  const { work } = await openTestSession({
    MAIN: [
      { content: [agentCall({ prompt: 'TASK', name: 'seeker', run_in_background: true })] },
      { content: [call('TaskStop', { task_id: 'seeker' }), call('ListAgents', {})] },
      ...Array.from({ length: 2 }, () => says('Done.')),
    ],
    TASK: [{ connection: 'silent' }],
  });
  const { texts } = await work('go');
  expect(texts[2]).toMatch(/ seeker \(general-purpose\): (?!running)/);
});

it('an agent writes to the main one, not to itself; ListAgents names each with its state', async () => {
  const { work, server } = await openTestSession({
    MAIN: [
      { content: [agentCall({ prompt: 'TASK', name: 'seeker' })] },
      { content: [call('ListAgents', {}), send('main', 'Me.')] },
      says('Done.'),
      says('Done.'),
    ],
    TASK: [{ content: [send('main', 'Half is done.'), send('seeker', 'Me.')] }, says('Seven.')],
  });
  const { texts } = await work('go');
  expect(texts[1]).toMatch(/^a[0-9a-f]{16} seeker \(general-purpose\).*completed.*a task/);
  expect(texts[2]).toContain('cannot send a message to itself');
  const bodies = server.requests.map(({ body }) => JSON.stringify(body['messages']));
  expect(
    bodies.some((body) => /Message from the agent seeker \(a[0-9a-f]{16}\):\\\\?nHalf is done/.test(body)),
  ).toBe(true);
  expect(
    bodies.some((body) => body.includes('TASK') && body.includes('cannot send a message to itself')),
  ).toBe(true);
});
