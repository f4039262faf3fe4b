import { expect, it } from 'vitest';
import { readConversation } from '../../src/conversation/read-conversation.ts';
import { createKit, ECHO, prompt, says, toEnd } from './support.ts';

const skill = {
  ...ECHO,
  name: 'Skill',
  call: async () => ({ data: 'Loaded.', newMessages: [{ role: 'user', content: 'Always run the tests.' }] }),
};
const textOf = (block: { readonly type: string; readonly text?: string }) => block.text ?? block.type;

it("a message that a tool adds is in the model's next request, and in that of a resumed session", async () => {
  const attachments = [{ text: 'A command has ended.', speaker: 'task' as const }];
  const answers = [says({ call: ['a', 'Skill', {}] }), says('Done.'), says('Again.')];
  const kit = createKit({
    answers,
    agentTools: [skill],
    callHooks: [{ event: 'PostToolUse', name: 'h', run: () => ({ additionalContext: 'From a hook.' }) }],
    attached: () => attachments.splice(0),
  });
  await toEnd(kit.agent.run(prompt('Go.')));
  const sent = kit.provider.requests[1]?.messages;
  expect(sent?.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  expect(sent?.[2]?.content.map(textOf)).toEqual([
    'tool_result',
    '<not-from-user source="tool Skill">\nAlways run the tests.\n</not-from-user>',
    '<not-from-user source="hook">\nFrom a hook.\n</not-from-user>',
    '<not-from-user source="background task">\nA command has ended.\n</not-from-user>',
  ]);
  const resumed = await readConversation(kit.journal.entries, kit.store);
  expect(JSON.stringify(resumed.messages)).toBe(JSON.stringify(kit.conversation.messages));
  const next = createKit({ answers: [says('Again.')], agentTools: [skill], before: { ...kit, resumed } });
  await toEnd(next.agent.run(prompt('More.')));
  expect(JSON.stringify(next.provider.requests[0]?.messages.slice(0, 3))).toBe(JSON.stringify(sent));
});
