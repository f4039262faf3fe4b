import type { ModelEvent } from '@sluice/core';
import { expect, it } from 'vitest';
import { createKit, prompt, resultOf, says, shape, toEnd, USAGE, type Answer } from '../support.ts';

function nested(levels: number): Record<string, never> {
  let value = {};
  for (let level = 0; level < levels; level += 1) value = { value };
  return value;
}

function holding(levels: number): Answer {
  return async function* answer() {
    const block = { type: 'opaque', api: 'anthropic', kind: 'other', block: nested(levels) } as const;
    yield { type: 'message-start', id: 'm', model: 'test/model', usage: USAGE };
    yield { type: 'block-start', index: 0, block };
    yield { type: 'block-stop', index: 0, block, call: undefined };
    yield { type: 'block-start', index: 1, block: { type: 'text', text: '' } };
    yield { type: 'block-stop', index: 1, block: { type: 'text', text: 'Found.' }, call: undefined };
    yield { type: 'message-end', stopReason: 'end_turn', usage: USAGE };
  };
}

it('leaves out a block that nothing could write down again, and goes on', async () => {
  const kit = createKit({ answers: [holding(100_000), holding(10), says('Yes.')] });
  const events = await toEnd(kit.agent.run(prompt('Search.')));
  expect(resultOf(events)).toMatchObject({ reason: 'completed', text: 'Found.' });
  const problems = events.filter((event) => event.type === 'model' && event.event.type === 'problem');
  expect(problems).toHaveLength(2);
  await toEnd(kit.agent.run(prompt('Again.')));
  await toEnd(kit.agent.run(prompt('Well?')));
  expect(shape(kit.conversation.messages)).toEqual([
    'user: Search.',
    'assistant: Found.',
    'user: Again.',
    'assistant: opaque | Found.',
    'user: Well?',
    'assistant: Yes.',
  ]);
});

it.each<[string, ModelEvent]>([
  ['characters', { type: 'block-delta', index: 0, delta: { type: 'text', text: 'x'.repeat(1024 * 1024) } }],
  ['blocks', { type: 'block-start', index: 0, block: { type: 'text', text: '' } }],
])('does not read on an answer of %s without end', async (_what, event) => {
  let isOver = false;
  const endless: Answer = async function* answer() {
    try {
      yield { type: 'message-start', id: 'm', model: 'test/model', usage: USAGE };
      for (;;) yield event;
    } finally {
      isOver = true;
    }
  };
  const kit = createKit({ answers: [endless, says('Yes.')] });
  const result = resultOf(await toEnd(kit.agent.run(prompt('Go.'))));
  expect(result).toMatchObject({
    reason: 'model-error',
    errors: [expect.stringMatching(/reading stopped there/)],
  });
  expect(isOver).toBe(true);
  expect(resultOf(await toEnd(kit.agent.run(prompt('And now?')))).reason).toBe('completed');
});
