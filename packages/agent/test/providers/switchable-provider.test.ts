import type { AssistantBlock, ModelEvent, ModelMessage, ModelProvider, ModelRequest } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSwitchableProvider } from '../../src/providers/create-switchable-provider.ts';
import { assistantOf, eventsOf, open, requestOf, summary, userMessage } from '../support/drive.ts';
import { startModelServer, type ModelServer } from '../support/model-server/start-model-server.ts';

const USAGE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

function thought(model: string): AssistantBlock {
  return { type: 'opaque', api: 'same', kind: 'thinking', block: { thinking: model } };
}

/** Notes what it is sent, and whether it is closed; answers with its own thinking. */
function noting(model: string) {
  const requests: ModelRequest[] = [];
  const state = { closed: 0 };
  const provider: ModelProvider = {
    api: 'same',
    model,
    contextWindow: model.length,
    maxOutputTokens: 2,
    isRecording: false,
    async *send(request): AsyncGenerator<ModelEvent, void, undefined> {
      requests.push(request);
      yield { type: 'message-start', id: undefined, model, usage: USAGE };
      yield { type: 'message-end', stopReason: 'end_turn', usage: USAGE };
    },
    close() {
      state.closed += 1;
    },
  };
  return { provider, requests, state };
}

function thinkersIn({ messages }: Pick<ModelRequest, 'messages'>): readonly unknown[] {
  return messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'opaque' ? [block.block['thinking']] : [])),
  );
}

describe('thinking', () => {
  it('goes to the model that has thought, and to no other, however often they change', async () => {
    const names = ['a', 'b', 'c'];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 12 }), async (plan) => {
        const models = new Map(names.map((name) => [name, noting(name)]));
        const at = (name = '') => models.get(name) ?? expect.fail(name);
        const provider = createSwitchableProvider(at(plan[0]).provider);
        const messages: ModelMessage[] = [userMessage('go')];
        const thinkers: string[] = [];
        for (const name of plan) {
          provider.switchTo(at(name).provider);
          await eventsOf(provider, requestOf({ messages: [...messages] }));
          const { requests } = at(name);
          const last = requests.at(-1) ?? expect.fail();
          expect(thinkersIn(last)).toEqual(thinkers.filter((thinker) => thinker === name));
          expect(last.messages).toHaveLength(messages.length);
          // What was sent before is sent as the same object, so that its bytes can be kept.
          const before = requests.at(-2)?.messages ?? [];
          expect(before.every((message, index) => message === last.messages[index])).toBe(true);
          messages.push({ role: 'assistant', content: [thought(name), { type: 'text', text: name }] });
          messages.push(userMessage('on'));
          thinkers.push(name);
        }
      }),
      { numRuns: Math.min(200, Number(process.env['SLUICE_RUNS'] ?? 200)) },
    );
  });
});

describe('changing the model', () => {
  it('shows the one that is asked next, and closes the one before', () => {
    const [first, second] = [noting('a'), noting('bb')];
    const provider = createSwitchableProvider(first.provider);
    expect([provider.model, provider.contextWindow]).toEqual(['a', 1]);
    provider.switchTo(second.provider);
    expect([provider.model, provider.contextWindow]).toEqual(['bb', 2]);
    provider.close();
    expect([first.state.closed, second.state.closed]).toEqual([1, 1]);
  });

  it('lets an answer that has begun end first', async () => {
    const [first, second] = [noting('a'), noting('b')];
    const provider = createSwitchableProvider(first.provider);
    const stream = provider.send(requestOf(), new AbortController().signal)[Symbol.asyncIterator]();
    expect((await stream.next()).value).toMatchObject({ model: 'a' });
    provider.switchTo(second.provider);
    expect(first.state.closed).toBe(0);
    expect((await stream.next()).value).toMatchObject({ type: 'message-end' });
    await stream.next();
    expect(first.state.closed).toBe(1);
    expect(second.requests).toEqual([]);
  });

  it('keeps a conversation with thinking and calls valid for each API', async () => {
    const services = ['anthropic', 'openai-chat', 'openai-responses', 'gemini'];
    const content = [
      { type: 'thinking', text: 'Hm.' },
      { type: 'text', text: 'Let me.' },
      { type: 'call', name: 'Read', input: { path: 'a' } },
    ] as const;
    // One for each: a server holds what comes back against what it has sent.
    const servers = new Map<string, ModelServer>();
    for (const service of services) {
      const server = await startModelServer(() => ({ content }));
      onTestFinished(() => server.close());
      servers.set(service, server);
    }
    const env = { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k', GEMINI_API_KEY: 'k' };
    const next = (service: string) =>
      open({ model: `${service}/test`, baseUrl: servers.get(service)?.address, env });
    const provider = createSwitchableProvider(await next('anthropic'));
    let messages: readonly ModelMessage[] = [userMessage('go')];
    for (const service of services.flatMap((one) => services.flatMap((other) => [one, other]))) {
      provider.switchTo(await next(service));
      const events = await eventsOf(provider, requestOf({ messages }));
      expect(summary(events)).toMatch(/tool_use$/);
      const answer = assistantOf(events);
      const results = answer.content.flatMap((block) =>
        block.type === 'tool_use'
          ? [{ type: 'tool_result', tool_use_id: block.id, content: 'x', is_error: false } as const]
          : [],
      );
      messages = [...messages, answer, { role: 'user', content: results }];
    }
    expect([...servers.values()].flatMap(({ problems }) => problems)).toEqual([]);
  });
});
