import type { FakeClock, ModelEvent, ModelMessage, ModelProvider, ModelRequest } from '@sluice/core';
import { expect, onTestFinished } from 'vitest';
import type { ModelChoice } from '../../src/providers/model-choice.ts';
import { openProvider } from '../../src/providers/open-provider.ts';

/** The provider of a choice, closed when the test has ended. */
export async function open(choice: Partial<ModelChoice>): Promise<ModelProvider> {
  const opened = await openProvider({ env: {}, ...choice });
  if (!opened.ok) throw new Error(opened.message);
  onTestFinished(() => opened.provider.close());
  return opened.provider;
}

export function userMessage(text: string): ModelMessage {
  return { role: 'user', content: [{ type: 'text', text }] };
}

export function requestOf(changed: Partial<ModelRequest> = {}): ModelRequest {
  return { system: ['Be brief.'], tools: [READ], messages: [userMessage('hello')], ...changed };
}

const READ = {
  name: 'Read',
  description: 'Reads a file.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
};

/** All events of an answer; with a clock that stands still, time moves on whenever a retry waits. */
export async function eventsOf(
  provider: ModelProvider,
  request: ModelRequest = requestOf(),
  { signal = new AbortController().signal, clock }: { signal?: AbortSignal; clock?: FakeClock } = {},
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  const stream = provider.send(request, signal)[Symbol.asyncIterator]();
  let next = stream.next();
  for (;;) {
    const { value, done } = await next;
    if (done === true) return events;
    events.push(value);
    next = stream.next();
    if (value.type !== 'retry' || clock === undefined) continue;
    while (clock.untilNext !== value.delayMs) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(value.delayMs);
  }
}

/** The message that the events tell of, as the next request carries it. */
export function assistantOf(events: readonly ModelEvent[]): ModelMessage {
  const blocks = events.filter((event) => event.type === 'block-stop').toSorted((a, b) => a.index - b.index);
  return { role: 'assistant', content: blocks.map((event) => event.block) };
}

/** What a person sees of the answer: the text of a failure, else each block and the stop reason. */
export function summary(events: readonly ModelEvent[]): string {
  const parts = events.flatMap((event) => {
    switch (event.type) {
      case 'retry':
        return [`retry ${event.delayMs}`];
      case 'block-stop':
      case 'block-cut': {
        const { block } = event;
        const cut = event.type === 'block-cut' ? 'cut ' : '';
        if (block.type === 'text') return [`${cut}text ${block.text}`];
        if (block.type === 'tool_use') return [`${cut}call ${block.name} ${JSON.stringify(block.input)}`];
        return [`${cut}${block.kind}`];
      }
      case 'message-end':
        return [event.stopReason];
      case 'failed':
        return [`failed ${event.failure.kind}: ${event.failure.message}`];
      default:
        return [];
    }
  });
  return parts.join('; ');
}

export function lastFailure(events: readonly ModelEvent[]) {
  const last = events.at(-1);
  if (last?.type !== 'failed') expect.fail(`No failure at the end: ${summary(events)}`);
  return last.failure;
}
