import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TraceCall, TraceData } from '@sluice/trace';
import { callLines, collect, session, T0, USAGE, type Line } from './support.ts';

function callsOf({ items }: TraceData): readonly TraceCall[] {
  return items.filter((item) => item.kind === 'call');
}

const PROMPT: Line = {
  type: 'user',
  time: T0,
  origin: 'person',
  content: { text: '[{"type":"text","text":"Go"}]' },
};

it('puts prompts, turns and calls in the order of the journal, with times, tokens and cost', async () => {
  const trace = await collect(
    session([
      { type: 'session', time: T0, sessionId: 's', cwd: '/work' },
      PROMPT,
      {
        type: 'block',
        time: T0 + 5,
        messageId: 'm1',
        callsBefore: 0,
        content: { text: '{"type":"thinking","thinking":"hm"}' },
      },
      {
        type: 'block',
        time: T0 + 6,
        messageId: 'm1',
        callsBefore: 0,
        content: { text: '{"type":"text","text":"I look."}' },
      },
      ...callLines('c1', {}, { durations: { received: 1, queued: 20, executing: 79 } }),
      {
        type: 'assistant',
        time: T0 + 40,
        messageId: 'm1',
        model: 'priced',
        stopReason: 'tool_use',
        usage: USAGE,
      },
    ]),
  );
  expect(trace).toMatchObject({ cwd: '/work', start: T0, end: T0 + 110, isRunning: false, problems: [] });
  expect(trace.items).toMatchObject([
    { kind: 'prompt', origin: 'person', text: 'Go' },
    {
      kind: 'turn',
      start: T0,
      end: T0 + 40,
      text: 'I look.',
      thinking: 'hm',
      usage: { input: 10, output: 20, cacheRead: 3, cacheWrite: 4 },
      costUsd: 0.02,
    },
    {
      kind: 'call',
      name: 'Bash',
      summary: 'ls -l',
      outcome: 'ok',
      result: 'done',
      start: T0 + 10,
      end: T0 + 110,
      stages: [
        { name: 'received', ms: 1 },
        { name: 'queued', ms: 20 },
        { name: 'running', ms: 79 },
      ],
    },
  ]);
});

it('shows a permission decision with its rule and place, who asked, and every part', async () => {
  const rule = {
    behavior: 'deny',
    text: 'Bash(rm *)',
    source: 'project',
    file: '/w/.sluice/settings.json',
    line: 7,
    root: '/w',
  };
  const decision = {
    behavior: 'deny',
    by: 'rule',
    reason: 'the rule says so',
    rule,
    asked: {
      by: 'rule',
      reason: 'asks first',
      rule: { ...rule, behavior: 'ask', file: undefined, line: undefined },
    },
    trace: [
      { stage: 'deny-rules', behavior: 'deny', kind: 'command', subject: 'rm x', reason: 'matches', rule },
    ],
  };
  const lines = callLines(
    'c1',
    { outcome: 'denied', isError: true },
    { decision, outcome: { code: 'denied', reason: 'because' } },
  );
  const [call] = callsOf(await collect(session([PROMPT, ...lines])));
  const shown = { behavior: 'deny', text: 'Bash(rm *)', place: '/w/.sluice/settings.json:7' };
  expect(call).toMatchObject({
    why: 'because',
    decision: {
      behavior: 'deny',
      by: 'rule',
      rule: shown,
      asked: { reason: 'asks first', rule: { behavior: 'ask', place: 'project' } },
      parts: [{ subject: 'rm x', stage: 'deny-rules', rule: shown }],
    },
  });
});

it('gives hooks to their call, and shows those about none by themselves', async () => {
  const hook = { type: 'hook', hook: 'check.sh', place: 'settings.json:3', outcome: 'ok', durationMs: 12 };
  const trace = await collect(
    session([
      PROMPT,
      ...callLines('c1'),
      {
        ...hook,
        time: T0 + 60,
        event: 'PreToolUse',
        messageId: 'm1',
        callId: 'c1',
        said: { decision: 'allow', changesInput: true, reason: 'fine' },
      },
      { ...hook, time: T0 + 200, event: 'Stop', said: {} },
    ]),
  );
  expect(callsOf(trace)[0]?.hooks).toEqual([
    {
      event: 'PreToolUse',
      hook: 'check.sh',
      place: 'settings.json:3',
      outcome: 'ok',
      ms: 12,
      said: 'allow, changed the input: fine',
    },
  ]);
  expect(trace.items.at(-1)).toMatchObject({ kind: 'hook', event: 'Stop', start: T0 + 188 });
});

it.each([
  [
    'suspended',
    { type: 'suspended', requestId: 'ask-1', request: { text: '{}' } },
    'left-open',
    /answers ask-1/,
  ],
  ['left open by a hook', { type: 'deferred' }, 'left-open', /until the session is resumed/],
  ['neither', { type: 'started', isIdempotent: true }, 'lost', undefined],
])('a call of an ended session that was %s is shown as that', async (_how, line, outcome, note) => {
  const of = { time: T0 + 10, messageId: 'm1', callId: 'c1' };
  const [received] = callLines('c1');
  const trace = await collect(
    session([
      PROMPT,
      { ...received },
      { ...of, ...line },
      { type: 'interrupt', time: T0 + 11, reason: 'shutdown' },
    ]),
  );
  expect(trace.items.slice(-2)).toMatchObject([
    { kind: 'call', outcome, notes: note === undefined ? [] : [expect.stringMatching(note)] },
    { kind: 'event', label: 'Program ended' },
  ]);
});

it('names what a call waited for', async () => {
  const waits = [
    { callId: 'c1', ms: 33, why: '/w/a.txt' },
    { ms: 2, why: 'a free slot' },
  ];
  const calls = callsOf(
    await collect(session([PROMPT, ...callLines('c1'), ...callLines('c2', {}, { waits })])),
  );
  expect(calls[1]?.waits).toEqual([
    { item: calls[0]?.id, callId: 'c1', ms: 33, why: '/w/a.txt' },
    { item: undefined, callId: undefined, ms: 2, why: 'a free slot' },
  ]);
});

it('puts sub-agents under the call that opened them, at any depth', async () => {
  const began = (agentId: string, callId: string, time: number): Line => ({
    type: 'agent-began',
    time,
    agentId,
    agentType: 'Explore',
    model: 'm',
    name: `name of ${agentId}`,
    description: 'looks',
    messageId: 'm1',
    callId,
  });
  const ended = { type: 'agent-ended', time: T0 + 90, agentId: 'a1', status: 'completed' };
  const trace = await collect(
    session([PROMPT, ...callLines('c1'), began('a1', 'c1', T0 + 20), ended], {
      a1: [...callLines('x1'), began('a2', 'x1', T0 + 30)],
      a2: callLines('y1'),
    }),
  );
  expect(trace.agents).toMatchObject([
    { id: '', name: 'main', status: 'completed', opener: undefined },
    { id: 'a1', name: 'name of a1', status: 'completed', parent: '', opener: '/c:m1:c1' },
    { id: 'a2', status: 'lost', parent: 'a1', opener: 'a1/c:m1:x1' },
  ]);
  expect(callsOf(trace).map(({ id }) => id)).toEqual(['/c:m1:c1', 'a1/c:m1:x1', 'a2/c:m1:y1']);
});

it.for([
  [false, 'lost'],
  [true, 'running'],
] as const)(
  'a call without a result, in a session that is in use: %s, is %s',
  async ([isRunning, outcome]) => {
    const [received, started] = callLines('c1');
    const directory = session([PROMPT, received ?? {}, started ?? {}]);
    expect(callsOf(await collect(directory, { isRunning }))[0]).toMatchObject({ outcome, end: undefined });
  },
);

it('shows hidden characters by name, and shortens long texts with a note', async () => {
  const lines = callLines('c1', { content: { text: JSON.stringify(`a\u202eb${'x'.repeat(50_000)}`) } });
  const [call] = callsOf(await collect(session([PROMPT, ...lines])));
  expect(call?.result.slice(0, 12)).toBe('a⟨U+202E⟩bxx');
  expect(call?.result.length).toBeLessThan(21_000);
  expect(call?.result).toContain('characters in all');
});

it('reads the beginning of a text stored beside the journal, and nothing outside the session', async () => {
  const directory = session([]);
  const outside = session([]);
  const stored = join(directory, 'tool-results/big.txt');
  mkdirSync(join(directory, 'tool-results'));
  writeFileSync(stored, JSON.stringify(`start${'y"\\'.repeat(200_000)}`));
  writeFileSync(join(outside, 'secret.txt'), '"a secret"');
  symlinkSync(join(outside, 'secret.txt'), join(directory, 'tool-results/link.txt'));
  const of = (callId: string, path: string) => callLines(callId, { content: { path, bytes: 800_000 } });
  const lines = [
    PROMPT,
    ...of('c1', stored),
    ...of('c2', join(directory, 'tool-results/link.txt')),
    ...of('c3', join(outside, 'secret.txt')),
  ];
  writeFileSync(
    join(directory, 'journal.jsonl'),
    lines.map((line) => `${JSON.stringify({ v: 1, ...line })}\n`).join(''),
  );
  const calls = callsOf(await collect(directory));
  expect(calls[0]?.result).toMatch(/^starty"\\y/);
  expect(calls[0]?.result).toContain(`The whole text is in ${stored}`);
  expect(calls.slice(1).map(({ result }) => result)).toEqual(
    Array(2).fill('(The text is no longer stored.)'),
  );
});

it('a session without lines, and one with lines that are not its own, can be shown', async () => {
  const empty = await collect(session([]));
  expect(empty).toMatchObject({ start: T0, end: T0, items: [] });
  const damaged = session([PROMPT]);
  writeFileSync(join(damaged, 'journal.jsonl'), 'not json\n{"v":1,"type":"unknown","time":1}\n');
  expect((await collect(damaged)).problems).toEqual(["The journal has 2 lines that can't be read."]);
});

it('shows the input that ran, and says who changed it', async () => {
  const [received, ...rest] = callLines('c1');
  const input = { text: '{"command":"ls -a"}' };
  const of = { type: 'changed', time: T0 + 11, messageId: 'm1', callId: 'c1', input };
  const trace = await collect(
    session([PROMPT, received ?? {}, { ...of, by: 'hook', name: 'guard' }, { ...of, by: 'person' }, ...rest]),
  );
  expect(callsOf(trace)).toMatchObject([
    {
      summary: 'ls -a',
      input: '{\n  "command": "ls -a"\n}',
      notes: [
        'The hook guard changed the input. The model wrote: ls -l',
        'The user changed the input. Before: ls -a',
      ],
    },
  ]);
});
