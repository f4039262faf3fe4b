import type { AgentEvent } from '@sluice/agent';
import { expect, it } from 'vitest';
import { createChildMessages } from '../../../../src/cli/print/output/child-messages.ts';

const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
const call = { type: 'tool_use', id: 'c1', name: 'Read', input: {} } as const;

function assistant(content: Extract<AgentEvent, { type: 'assistant' }>['content']): AgentEvent {
  return {
    ...{ type: 'assistant', messageId: 'm', content, model: 'some/model' },
    ...{ stopReason: 'tool_use', usage, isCut: false },
  };
}

const EVENTS: readonly AgentEvent[] = [
  { type: 'activity', activity: 'running' },
  { type: 'user', origin: 'agent', content: [{ type: 'text', text: 'Look.' }] },
  { type: 'transition', transition: 'prompt', turn: 1 },
  assistant([{ type: 'text', text: 'I look.' }, call]),
  {
    ...{ type: 'results', messageId: 'm', additionalContext: [] },
    results: [{ type: 'tool_result', tool_use_id: 'c1', content: 'x', is_error: false }],
  },
  { type: 'notice', message: 'nothing' },
  assistant([{ type: 'text', text: 'Found it.' }]),
];

it.each([
  [false, [['assistant'], ['user', 'tool_result']]],
  [true, [['user'], ['assistant', 'text', 'tool_use'], ['user', 'tool_result'], ['assistant', 'text']]],
] as const)(
  'messages of an agent stand under the call that opened it; its texts do where they are wanted (%s)',
  (forwardsText, expected) => {
    const children = createChildMessages({ forwardsText, descriptionOf: (id) => `work of ${id}` });
    const agents = [
      { id: 'a1', type: 'Helper', parentCallId: 'p1' },
      { id: 'a2', type: 'Helper', parentCallId: 'p2' },
    ];
    const messages = EVENTS.flatMap((event) => agents.flatMap((agent) => children.take(agent, event)));
    const told = messages.map((message) => JSON.parse(JSON.stringify(message)));
    for (const parent of ['p1', 'p2']) {
      const own = told.filter(({ parent_tool_use_id: id }) => id === parent);
      const kinds = own.map(({ type, message }) => [
        type,
        ...message.content.map((block: { type: string }) => block.type),
      ]);
      expect(kinds.map(([type, ...blocks], index) => (index === 0 ? [type] : [type, ...blocks]))).toEqual(
        expected,
      );
    }
    expect(told).toHaveLength(expected.length * 2);
    for (const { agent_id: id, subagent_type: type, task_description: description } of told)
      expect([type, description]).toEqual(['Helper', `work of ${id}`]);
  },
);

it('messages of an agent that no call has opened are not those of the main one', () => {
  const children = createChildMessages({ forwardsText: true });
  const messages = EVENTS.flatMap((event) => children.take({ id: 'a1', type: 'hook' }, event));
  expect(messages).toHaveLength(4);
  for (const message of messages)
    expect(message).toMatchObject({ parent_tool_use_id: 'a1', agent_id: 'a1', subagent_type: 'hook' });
});
