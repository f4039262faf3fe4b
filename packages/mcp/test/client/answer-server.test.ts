import { expect, it } from 'vitest';
import type { InquiryAnswer, SchemaValidator } from '@sluice/core';
import { answerServer } from '../../src/client/answer-server.ts';

const validator: SchemaValidator = { compile: () => Promise.resolve(() => []) };

it('a server has ten questions open at the same time at most; each answer makes room for another', async () => {
  const replies: ((answer: InquiryAnswer) => void)[] = [];
  const asker = {
    push: (_inquiry: unknown, reply: (answer: InquiryAnswer) => void) => void replies.push(reply),
    remove() {},
    update() {},
  };
  const client = { roots: () => [], asks: { asker, kinds: ['form'] as const } };
  const handle = answerServer('f', { asksModel: false }, client, validator, () => {});
  const { signal } = new AbortController();
  const ask = () =>
    handle(
      'elicitation/create',
      { message: 'Which?', requestedSchema: { type: 'object', properties: {} } },
      signal,
    );
  const first = Array.from({ length: 10 }, ask);
  const refused = ask();
  expect(replies).toHaveLength(10);
  await expect(refused).rejects.toThrow('More than 10 questions at the same time are not supported.');
  replies[0]?.({ behavior: 'deny' });
  expect(await first[0]).toEqual({ action: 'decline' });
  void ask();
  expect(replies).toHaveLength(11);
});
