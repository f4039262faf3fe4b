import type { CallInquiry, Inquiry, InquiryAnswer } from '@sluice/core';
import { expect, it } from 'vitest';
import { withServer } from './support/with-server.ts';

it('a tool that its server changes in a session is asked about again, and "always" covers it from then on', async () => {
  const asked: CallInquiry[] = [];
  const answers: InquiryAnswer[] = [{ behavior: 'allow' }, { behavior: 'allow', always: true }];
  const asker = {
    push(inquiry: Inquiry, reply: (answer: InquiryAnswer) => void) {
      if (inquiry.kind === 'permission') asked.push(inquiry);
      reply(answers.shift() ?? { behavior: 'deny' });
    },
    remove() {},
    update() {},
  };
  const { runtime, call, mcp } = await withServer({}, {}, undefined, {}, {}, asker);
  const echo = async (): Promise<string> => (await call('echo')).outcome.code;
  expect(await echo()).toBe('ok');

  const { promise: isListed, resolve } = Promise.withResolvers<void>();
  mcp.onChange(() => {
    if (runtime.pool.find('mcp__f__echo')?.description !== before) resolve();
  });
  const before = runtime.pool.find('mcp__f__echo')?.description;
  await call('change-echo');
  await isListed;

  // Allowed once, it is asked about the next time.
  expect([await echo(), await echo(), await echo()]).toEqual(['ok', 'ok', 'ok']);
  expect(asked.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(
      /^mcp__f__echo has changed since the allow rule mcp__f \(command line\) was first used: its description was .*attacker.*; it has new parameters: files$/,
    ),
    expect.stringContaining('has changed since'),
  ]);
  expect(asked[0]?.suggestedRules).toEqual(['mcp__f__echo']);
});

it('a tool that its server changes while a call of it is asked about is not run as it is now', async () => {
  const asked: CallInquiry[] = [];
  const asker = {
    async push(inquiry: Inquiry, reply: (answer: InquiryAnswer) => void) {
      if (inquiry.kind === 'permission') asked.push(inquiry);
      if (asked.length === 1) {
        const { signal } = new AbortController();
        await mcp.call({ server: 'f', tool: 'change-echo', input: {}, signal });
      }
      reply({ behavior: 'allow' });
    },
    remove() {},
    update() {},
  };
  const { text, mcp } = await withServer({}, {}, undefined, {}, { ask: ['mcp__f__echo'] }, asker);
  expect(await text('echo', { a: 1 })).toContain(
    'mcp__f__echo has changed since this call was decided; nothing was run. Call it again.',
  );
  expect(await text('echo', { a: 1 })).toBe('{"a":1}');
  expect(asked).toHaveLength(2);
});
