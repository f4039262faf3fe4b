import type { MemoryJournal, MemoryStore } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../src/conversation/conversation.ts';
import { checkRequest } from '../../src/conversation/check-request.ts';
import { readConversation } from '../../src/conversation/read-conversation.ts';
import type { Agent } from '../../src/loop/agent.ts';
import type { AgentEvent } from '../../src/loop/agent-event.ts';
import { checkEvents } from './check-events.ts';
import { faultyProvider } from './faulty-provider.ts';
import { faultySession, whileTimePasses } from './faulty-session.ts';
import { plan, type Plan } from './random-plan.ts';
import { prompt } from './support.ts';

const numRuns = Number(process.env['SLUICE_RUNS'] ?? 500);

describe('a random conversation with faults (reliability.md D54)', () => {
  it('sends only what can be sent, ends, and is read back as it was, after a crash as well', async () => {
    await fc.assert(fc.asyncProperty(plan, play), { numRuns });
  });
});

async function play(planned: Plan): Promise<void> {
  const effects = createEffects();
  const current: { agent: Agent | undefined } = { agent: undefined };
  const base = {
    contextWindow: planned.contextWindow,
    mustHold: effects.mustBeKnown,
    onHang: () => void setImmediate(() => current.agent?.interrupt('user-cancel')),
  };
  const parts = { onEffect: effects.happened, onCompacted: effects.forgotten };
  const provider = faultyProvider({ ...base, answers: planned.answers, tag: 'first' });
  const first = await faultySession({ plan: planned, provider, ...parts });
  current.agent = first.agent;
  const person = personOf(planned.person, first);
  for (const words of planned.prompts) {
    await whileTimePasses(first.clock, read(first.agent, first.agent.run(prompt(words)), person));
    await checkKept(first);
    first.agent.takeWaiting();
    if (planned.compactsByHand) {
      await whileTimePasses(first.clock, readAll(first.agent.compact()));
      await checkKept(first);
    }
  }
  expect(provider.problems).toEqual([]);

  const entries = first.journal.entries.slice(0, planned.crashAt % (first.journal.entries.length + 1));
  effects.forgotten();
  const after = faultyProvider({ ...base, answers: planned.answers.slice(0, 2), tag: 'second' });
  const left = { entries, store: first.store };
  const second = await faultySession({ plan: planned, provider: after, left, ...parts });
  current.agent = second.agent;
  await checkKept(second);
  const events = second.agent.run(prompt('Go on.'));
  await whileTimePasses(
    second.clock,
    read(second.agent, events, () => false),
  );
  await checkKept(second);
  expect(after.problems).toEqual([]);
  expect(effects.repeated).toEqual([]);
}

/** What has changed something: each call once, and known to the model ever after. */
function createEffects() {
  const happened = new Set<string>();
  const repeated: string[] = [];
  let mustBeKnown = new Set<string>();
  return {
    repeated,
    mustBeKnown: () => [...mustBeKnown],
    happened(tag: string): void {
      if (happened.has(tag)) repeated.push(tag);
      happened.add(tag);
      mustBeKnown.add(tag);
    },
    /** What the model was told of it may be gone. */
    forgotten(): void {
      mustBeKnown = new Set();
    },
  };
}

/** Does what the person does after so many events; true: they have gone. */
function personOf(
  acts: Plan['person'],
  { agent, journal }: { readonly agent: Agent; readonly journal: MemoryJournal },
): () => boolean {
  let seen = 0;
  return () => {
    seen += 1;
    let hasLeft = false;
    for (const { at, act } of acts) {
      if (at !== seen) continue;
      if (act === 'send') agent.send(prompt(`I say ${seen}.`));
      else if (act === 'leave') hasLeft = true;
      else if (act === 'full disk') journal.breakWith('The disk is full.');
      else agent.interrupt(act);
    }
    return hasLeft;
  };
}

async function read(agent: Agent, events: AsyncIterable<AgentEvent>, person: () => boolean): Promise<void> {
  const all: AgentEvent[] = [];
  let hasLeft = false;
  for await (const event of events) {
    all.push(event);
    hasLeft = person();
    if (hasLeft) break;
  }
  expect(checkEvents(all, !hasLeft)).toEqual([]);
  expect(agent.activity).toBe('idle');
}

async function readAll(events: AsyncIterable<AgentEvent>): Promise<void> {
  for await (const _ of events);
}

/** The conversation can be sent, and is in the journal as it stands here. */
async function checkKept({
  conversation,
  journal,
  store,
}: {
  readonly conversation: Conversation;
  readonly journal: MemoryJournal;
  readonly store: MemoryStore;
}): Promise<void> {
  const { messages } = conversation;
  if (messages.length > 0) expect(checkRequest(messages)).toEqual([]);
  const isFull = !journal.append({ v: 1, time: 0, type: 'interrupt', reason: 'user-cancel' }).ok;
  if (isFull) return;
  const kept = await readConversation(journal.entries, store);
  expect(JSON.stringify(kept.messages)).toBe(JSON.stringify(messages));
}
