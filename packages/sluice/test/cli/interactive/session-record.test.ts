import type { JournalEntry, OutcomeCode } from '@sluice/core';
import { expect, it } from 'vitest';
import { markOf } from '../../../src/cli/interactive/record/record-markdown.ts';
import { sessionRecord } from '../../../src/cli/interactive/record/session-record.ts';
import { mentionMessageId } from '../../../src/cli/mentions/mention-message.ts';

const store = { get: () => Promise.resolve(undefined) } as never;
const of = { v: 1, time: 0, messageId: 'm', callId: 'c' } as const;
const received: JournalEntry = {
  ...of,
  type: 'received',
  name: 'Bash',
  input: { text: '{"command":"old"}' },
};

it.each([
  ['ok', '✓'],
  ['tool-error', '✗'],
  ['denied', '⊘'],
  ['blocked-by-hook', '⊘'],
  ['cancelled', '■'],
] as const)('marks a call that ended %s as the log did', async (outcome: OutcomeCode, mark) => {
  const settled: JournalEntry = {
    ...{ ...of, type: 'settled', outcome, isError: outcome !== 'ok', content: { text: '""' }, record: {} },
  };
  const [item] = await sessionRecord([received, settled], store);
  expect(item?.kind === 'call' && markOf(item)).toBe(mark);
});

it('has the input that ran, and not the one that the model wrote', async () => {
  const input = { text: '{"command":"new"}' };
  const [item] = await sessionRecord([received, { ...of, type: 'changed', input, by: 'person' }], store);
  expect(item).toMatchObject({ kind: 'call', input: { command: 'new' }, outcome: undefined });
});

it('has what a prompt mentions after the prompt, though it was read before it', async () => {
  const prompt = (text: string): JournalEntry => ({
    ...{
      v: 1,
      time: 0,
      type: 'user',
      origin: 'person',
      content: { text: JSON.stringify([{ type: 'text', text }]) },
    },
  });
  const items = await sessionRecord(
    [prompt('first'), { ...received, messageId: mentionMessageId() }, prompt('see @a'), received],
    store,
  );
  expect(items.map(({ kind }) => kind)).toEqual(['prompt', 'prompt', 'call', 'call']);
});
