import { expect, it } from 'vitest';
import type { InquiryAnswer, JsonValue, SchemaValidator } from '@sluice/core';
import { answerServer } from '../../../src/client/asks/answer-server.ts';

const validator: SchemaValidator = { compile: () => Promise.resolve(() => []) };

it('a server has ten questions open at the same time at most; each answer makes room for another', async () => {
  const replies: ((answer: InquiryAnswer) => void)[] = [];
  const asker = {
    push: (_inquiry: unknown, reply: (answer: InquiryAnswer) => void) => void replies.push(reply),
    remove() {},
    update() {},
  };
  const client = { roots: () => [], asks: { asker, kinds: ['form'] as const } };
  const handle = answerServer('f', { asksModel: false }, client, {
    validator,
    showImage: undefined,
    onWait: () => {},
  });
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

const PNG = '\x89PNG\r\n\x1a\n';
const image = (bytes: string, mimeType = 'image/png') => ({
  type: 'image',
  mimeType,
  data: Buffer.from(bytes, 'latin1').toString('base64'),
});
const shown = (bytes: string, mediaType = 'image/png') => ({
  type: 'image',
  source: { type: 'base64', media_type: mediaType, data: Buffer.from(bytes, 'latin1').toString('base64') },
});
const text = (words: string) => ({ type: 'text', text: words });

/** The content of a server's question, and what the model gets, or why it gets nothing. */
it.each<[string, JsonValue, readonly object[] | string]>([
  ['a sound image', [text('Which?'), image(`${PNG}good`)], [text('Which?'), shown(`${PNG}good`)]],
  ['an image of another type than it says', image(`${PNG}good`, 'image/jpeg'), [shown(`${PNG}good`)]],
  ['an image that is too large', image(`${PNG}large`), [shown(`${PNG}small`), text('[It is smaller.]')]],
  ['a damaged image', image(`${PNG}bad`), "An image can't be shown to the model: it is damaged."],
  ['what is not an image', image('<svg/>'), 'Only texts, and PNG, JPEG, GIF and WebP images, are supported.'],
  ['too many images', Array(21).fill(image(`${PNG}good`)), 'More than 20 images are not supported.'],
])('the model that a server asks gets only checked images: %s', async (_what, content, expected) => {
  const asked: unknown[] = [];
  const models: unknown[] = [];
  const client = {
    roots: () => [],
    asks: {
      asker: {
        push(inquiry: unknown, reply: (answer: InquiryAnswer) => void) {
          asked.push(inquiry);
          reply({ behavior: 'allow', updatedInput: { answer: 'allow' } });
        },
        remove() {},
        update() {},
      },
      kinds: ['form'] as const,
    },
    askModel: async ({ messages }: { messages: readonly { content: unknown }[] }) => {
      models.push(messages[0]?.content);
      return { ok: true, text: 'That one.', model: 'm', isCut: false } as const;
    },
  };
  const handle = answerServer('f', { asksModel: true }, client, {
    validator,
    showImage: async (bytes) => {
      const end = bytes.toString('latin1').slice(PNG.length);
      if (end === 'bad') return { ok: false, reason: 'it is damaged' };
      const [data, note] = end === 'large' ? [`${PNG}small`, 'It is smaller.'] : [`${PNG}${end}`, undefined];
      return {
        ok: true,
        mimeType: 'image/png',
        data: Buffer.from(data, 'latin1').toString('base64'),
        note,
      };
    },
    onWait: () => {},
  });
  const { signal } = new AbortController();
  const answer = handle('sampling/createMessage', { messages: [{ role: 'user', content }] }, signal);
  if (typeof expected === 'string') {
    await expect(answer).rejects.toThrow(expected);
    expect(asked).toEqual([]);
  } else {
    expect(await answer).toMatchObject({ content: { text: 'That one.' } });
    expect(models).toEqual([expected]);
  }
});
