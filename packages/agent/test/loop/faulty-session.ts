import {
  createFakeClock,
  createMemoryFiles,
  createMemoryJournal,
  createMemoryStore,
  createPermissionState,
  createRuntime,
  readSession,
  type Asker,
  type FakeClock,
  type JournalEntry,
  type MemoryStore,
  type ModelProvider,
  type PermissionPolicy,
} from '@sluice/core';
import { createConversation } from '../../src/conversation/create-conversation.ts';
import { readConversation } from '../../src/conversation/read-conversation.ts';
import { createAgent } from '../../src/loop/agent.ts';
import type { AgentHooks } from '../../src/loop/agent-hooks.ts';
import { faultyTools } from './faulty-tools.ts';
import type { Plan, PlannedHooks } from './random-plan.ts';

export type SessionPlan = Pick<Plan, 'maxTurns' | 'declines' | 'hooks'>;

/** An agent with all its parts, on a journal that may have been left by another. */
export async function faultySession({
  plan: { maxTurns, declines, hooks },
  provider,
  onEffect,
  onCompacted,
  left,
}: {
  readonly plan: SessionPlan;
  readonly provider: ModelProvider;
  readonly onEffect: (tag: string) => void;
  readonly onCompacted: () => void;
  readonly left?: { readonly entries: readonly JournalEntry[]; readonly store: MemoryStore };
}) {
  const clock = createFakeClock();
  const journal = createMemoryJournal(left?.entries);
  const store = left?.store ?? createMemoryStore();
  const policy: PermissionPolicy = {
    decide: ({ tool }) =>
      tool.name === 'Asks'
        ? { behavior: 'ask', by: 'default', reason: 'it asks', remedy: 'Say so.' }
        : { behavior: 'allow', by: 'mode', reason: 'all may run' },
  };
  const runtime = createRuntime({
    cwd: '/d',
    tools: faultyTools(clock, onEffect),
    permission: { policy, state: createPermissionState({ mode: 'default' }), asker: askerOf(declines) },
    ports: { clock, files: createMemoryFiles(), store, journal },
    ...(left !== undefined && { resume: readSession(left.entries) }),
  });
  const settling = runtime.run([])[Symbol.asyncIterator]();
  while ((await settling.next()).done !== true);
  const resumed = left === undefined ? undefined : await readConversation(journal.entries, store);
  const conversation = createConversation({ journal, store, clock, ...(resumed && { resumed }) });
  const agent = createAgent({
    runtime,
    provider,
    conversation,
    clock,
    system: ['Be brief.'],
    tools: () => [],
    hooks: hooksOf(hooks, onCompacted),
    attachments: () => [{ text: 'A task has ended.', origin: 'task' }],
    ...(maxTurns !== undefined && { maxTurns }),
  });
  return { agent, conversation, journal, store, clock };
}

function askerOf(declines: Plan['declines']): Asker {
  return {
    push(_request, answer) {
      setImmediate(() => {
        if (declines === 'never') answer({ behavior: 'allow' });
        else answer({ behavior: 'deny', ...(declines === 'with words' && { feedback: 'Not so.' }) });
      });
    },
    remove() {},
    update() {},
  };
}

function hooksOf(plan: PlannedHooks, onCompacted: () => void): AgentHooks {
  const submitted = plan.submitted.values();
  const stopping = plan.stopping.values();
  const compacting = plan.compacting.values();
  const tick = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));
  return {
    async submitted() {
      await tick();
      const said = submitted.next().value;
      return {
        block: said === 'block' ? 'A hook blocks it.' : undefined,
        stop: said === 'stop' ? 'A hook stops it.' : undefined,
        additionalContext: said === 'context' ? ['A hook says this.'] : [],
      };
    },
    async stopping() {
      await tick();
      const said = stopping.next().value;
      if (said === 'feedback') return { goesOn: true, feedback: ['Not yet.'] };
      if (said === 'blank') return { goesOn: true, feedback: [' '] };
      return { goesOn: false, stop: said === 'stop' ? 'A hook wants an end.' : undefined };
    },
    failed: async () => void (await tick()),
    stopWanted: () => undefined,
    async compacting() {
      await tick();
      const said = compacting.next().value;
      return {
        block: said === 'block' ? 'A hook wants it as it is.' : undefined,
        instructions: said === 'context' ? ['Mind the files.'] : [],
      };
    },
    async compacted() {
      onCompacted();
      await tick();
      return ['It was made shorter.'];
    },
    began() {},
  };
}

/** Lets time go by for as long as the work lasts: whatever waits for a while waits no longer than a few ticks. */
export async function whileTimePasses<T>(clock: FakeClock, work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  done.catch(() => {});
  let quiet = 0;
  let pending = clock.pendingTimers;
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    quiet = clock.pendingTimers === pending ? quiet + 1 : 0;
    pending = clock.pendingTimers;
    if (quiet < 8 || clock.untilNext === undefined) continue;
    clock.advance(clock.untilNext);
    quiet = 0;
  }
  return done;
}
