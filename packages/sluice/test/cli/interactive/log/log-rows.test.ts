import type { AgentEvent, AgentResult } from '@sluice/agent';
import {
  assemblePool,
  defineTool,
  getOwn,
  type AnyTool,
  type CallInquiry,
  type JsonObject,
} from '@sluice/core';
import { createStyle } from '@sluice/terminal';
import type { BackgroundTask, TaskListPort } from '@sluice/tools';
import { describe, expect, it } from 'vitest';
import { callParts } from '../../../../src/cli/interactive/agents/agent-tree-items.ts';
import { AgentWatch } from '../../../../src/cli/interactive/agents/agent-watch.ts';
import { recordMarkdown } from '../../../../src/cli/interactive/record/record-markdown.ts';
import { Spending } from '../../../../src/cli/interactive/cost/spending.ts';
import { StepList } from '../../../../src/cli/interactive/log/step-list.ts';
import { logDouble, toolResult } from '../support/log-double.ts';

it('says of a call that it has started something in the background, and of its end how long it took', () => {
  const { log, lines } = logDouble({ now: () => 13_000 });
  log.take({
    type: 'engine',
    event: toolResult('Bash', 'It runs.', { callId: 'b', clientView: { backgroundTaskId: 'b1' } }),
  });
  log.take({ type: 'engine', event: toolResult('Read', 'all of it') });
  const task: BackgroundTask = {
    ...{ id: 'b1', type: 'shell', command: 'sleep 12', outputPath: '/out', startedAt: 1000, notes: [] },
    status: { status: 'completed', text: '\nThere are two files.\nThe first is' },
  };
  log.taskEnded(task, 27_200);
  log.taskEnded({ ...task, status: { status: 'stopped', by: 'person' }, startedAt: undefined });
  expect(lines[0]).toMatch(/^ {2}⠿ Bash +in the background$/);
  expect(lines[1]).toMatch(/^ {2}✓ Read +50 ms +9 B$/);
  expect(lines.slice(2)).toEqual([
    'in the background: sleep 12 → completed (12 s, 27.2k tokens)',
    '    There are two files.',
    'in the background: sleep 12 → stopped by you',
  ]);
});

it('names a hook that failed once for each cause, also if it was about a call of an agent', () => {
  const { log, lines } = logDouble();
  const failed = (message: string): AgentEvent => ({
    type: 'engine',
    event: { type: 'notice', code: 'hook-failed', message, callId: 'c', sequence: 1, time: 0 },
  });
  log.take(failed('guard: oh'));
  log.take(failed('guard: oh'));
  log.child({ id: 'a', type: 'Explore' }, failed('guard: oh'));
  log.child({ id: 'a', type: 'Explore' }, failed('guard: no'));
  expect(lines).toEqual(['! guard: oh', '! guard: no']);
});

it('marks the last call of an agent with what became of it', () => {
  const watch = new AgentWatch({ pool: assemblePool({ builtIn: [] }), cwd: '/' });
  const agent = { id: 'a', type: 'Explore' };
  const stop = (block: Extract<ModelPart, { type: 'block-stop' }>['block']): AgentEvent => ({
    type: 'model',
    messageId: 'm',
    event: { type: 'block-stop', index: 0, block, call: undefined },
  });
  watch.heard(agent, stop({ type: 'tool_use', id: 'c', name: 'Bash', input: {} }));
  expect(watch.lastCall('a')).toBe('Bash');
  watch.heard(agent, stop({ type: 'tool_use', id: 'h', name: 'pl\u200dain', input: {} }));
  expect(callParts('a', watch)).toEqual(['pl⟨U+200D⟩ain']);
  watch.heard(agent, stop({ type: 'tool_use', id: 'c', name: 'Bash', input: {} }));
  const denied = toolResult('Bash', 'no', {
    callId: 'c',
    outcome: {
      code: 'denied',
      by: 'person',
      reason: 'no',
      grounds: { kind: 'declined', approver: undefined, feedback: undefined },
    },
  });
  watch.heard(agent, { type: 'engine', event: denied });
  expect(watch.lastCall('a')).toBe('⊘ Bash');
});

type ModelPart = Extract<AgentEvent, { type: 'model' }>['event'];

it('counts what is known after a stopped request, and keeps the size of the conversation', () => {
  const spending = new Spending();
  const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const result = (costUsd: number | undefined, isIncomplete: true | undefined): AgentResult => ({
    ...{ reason: 'completed', text: '', stopReason: undefined, turns: 1, usage, durationMs: 1, modelMs: 1 },
    ...{ denials: [], errors: [], structuredOutput: undefined, deferred: undefined, failure: undefined },
    costUsd: isIncomplete === true ? undefined : costUsd,
    models: [
      {
        ...{ model: 'm', contextWindow: 1, maxOutputTokens: 1, costUsd },
        usage: { ...usage, inputTokens: 9, isIncomplete },
      },
    ],
  });
  const none = { models: [], denials: [] };
  spending.add(result(2.41, undefined), none);
  expect([spending.isKnown, spending.isWhole]).toEqual([true, true]);
  spending.add(result(0.02, true), none);
  expect([spending.isKnown, spending.isWhole]).toEqual([true, false]);
  expect(spending.prompts.at(-1)).toMatchObject({ costUsd: 0.02, isWhole: false });
  spending.add(result(undefined, undefined), none);
  expect(spending.isKnown).toBe(false);

  const used: number[] = [];
  const { log } = logDouble({ onUsage: (tokens) => used.push(tokens) });
  const answered = (inputTokens: number): AgentEvent => ({
    ...{ type: 'assistant', messageId: 'm', content: [], stopReason: 'end_turn', model: 'm', isCut: false },
    usage: { ...usage, inputTokens },
  });
  log.take(answered(18_000));
  log.take(answered(0));
  expect(used).toEqual([18_000]);
});

it('does not mark a running call of the record as done', () => {
  const call = { kind: 'call', name: 'Bash', input: {}, result: '' } as const;
  const pool = assemblePool({ builtIn: [] });
  expect(recordMarkdown([{ ...call, outcome: undefined }], pool, true)).toBe('- ⠿ Bash\n');
  expect(recordMarkdown([{ ...call, outcome: 'ok' }], pool, true)).toBe('- ✓ Bash\n');
});

it.each([
  [80, 20, 78],
  [200, 20, 78],
  [200, 120, 104],
  [96, 120, 94],
  [60, 120, 60],
])(
  'in %i columns, the row of a call with a label of %i characters has %i cells',
  (columns, length, cells) => {
    const { log, lines } = logDouble({ columns: () => columns });
    log.take({ type: 'engine', event: toolResult('x'.repeat(length), 'all of it') });
    expect(lines[0]).toHaveLength(cells);
  },
);

it('a size that is wider than its column is apart from the time', () => {
  const { log, lines } = logDouble();
  const clientView = { structuredPatch: [], type: 'create', content: 'a\n'.repeat(120), filePath: '/a' };
  log.take({ type: 'engine', event: toolResult('Write', 'done', { clientView }) });
  expect(lines[0]).toMatch(/ 50 ms {2}new, 120 lines$/);
});

it('breaks the paragraphs of a record between words for a pager, and nothing else', () => {
  const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');
  const code = `\`\`\`ts\n${words(9)}\n~~~\n${words(9)}\n\`\`\``;
  const table = `| ${words(9)} |`;
  const answer = [
    words(9),
    `  - ${words(9)}`,
    `12. ${words(9)}`,
    `> ${words(9)}`,
    code,
    table,
    words(9),
    '漢字'.repeat(12),
  ];
  const items = [
    { kind: 'prompt', time: 0, text: words(9) },
    { kind: 'answer', text: answer.join('\n\n') },
    { kind: 'call', name: 'Bash', input: {}, outcome: 'ok', result: words(9) },
  ] as const;
  const pool = assemblePool({ builtIn: [] });
  const folded = [
    ...[`> ${words(7)}\n> ${words(2)}`, `${words(8)}\n${words(1)}`],
    ...[
      `  - ${words(7)}\n    ${words(2)}`,
      `12. ${words(7)}\n    ${words(2)}`,
      `> ${words(7)}\n> ${words(2)}`,
    ],
    ...[code, table, `${words(8)}\n${words(1)}`, `${'漢字'.repeat(10)}\n${'漢字'.repeat(2)}`],
    ...['- ✓ Bash', `\`\`\`\n${words(9)}\n\`\`\``],
  ];
  expect(recordMarkdown(items, pool, true, 40)).toBe(`${folded.join('\n\n')}\n`);
  expect(recordMarkdown(items, pool, true)).toContain(`\n\n${answer.join('\n\n')}\n\n`);
});

const FACTS: readonly {
  readonly title: string;
  readonly view: JsonObject;
  readonly lines: readonly RegExp[];
}[] = [
  {
    title: 'a command with a stored output: how long that is',
    view: { stdout: 'the start', stderr: '', persistedOutputSize: 588_895 },
    lines: [/^ {2}✓ Tool +50 ms +588.9 kB$/],
  },
  {
    title: 'a command that prints nothing: that',
    view: { stdout: '', stderr: '' },
    lines: [/^ {2}✓ Tool +50 ms +no output$/],
  },
  {
    title: 'a progress bar: how far it came',
    view: { stdout: 'fetching\r\n 10 %\r 90 %\r100 %\r\ndone', stderr: '' },
    lines: [/^ {2}✓ Tool /, /^ {4}fetching$/, /^ {4}100 %$/, /^ {4}done$/],
  },
  { title: 'files that were found', view: { numFiles: 3 }, lines: [/^ {2}✓ Tool +50 ms +3 files$/] },
  { title: 'matches', view: { numFiles: 1, numMatches: 1 }, lines: [/^ {2}✓ Tool +50 ms +1 match$/] },
  {
    title: 'lines that were read',
    view: { type: 'text', file: { filePath: '/a', numLines: 4 } },
    lines: [/^ {2}✓ Tool +50 ms +4 lines$/],
  },
];

it.each(FACTS)('logs of $title', ({ view, lines: expected }) => {
  const { log, lines } = logDouble();
  log.take({ type: 'engine', event: toolResult('Tool', 'text', { clientView: view }) });
  expect(lines).toHaveLength(expected.length);
  for (const [at, line] of expected.entries()) expect(lines[at]).toMatch(line);
});

it('shows of a command of the person all of its output, and nothing that is only for the model', () => {
  const { log, lines } = logDouble();
  log.call('a', 'Bash', {}, true);
  const clientView = { stdout: 'one\ntwo\n', stderr: '', rawOutputPath: '/state/out.txt' };
  log.take({ type: 'engine', event: toolResult('Bash', '[The result is too long to show]', { clientView }) });
  expect(lines.slice(1)).toEqual(['one', 'two', 'all of it: /state/out.txt']);
});

it('shows of a failed command its exit code and its output, without the notes for the model', () => {
  const clientView = { stdout: 'one\nit failed\n', stderr: '' };
  const failed = (callId: string): ReturnType<typeof toolResult> =>
    toolResult('Bash', 'Exit code 2\none\nit failed\n\n[Changed since you last saw them: a.txt]', {
      ...{ callId, clientView },
      outcome: { code: 'tool-error', errorCode: 'exit-code', message: 'Exit code 2' },
    });
  const { log, lines } = logDouble();
  log.take({ type: 'engine', event: failed('a') });
  log.call('b', 'Bash', {}, true);
  log.take({ type: 'engine', event: failed('b') });
  expect(lines.filter((line) => !line.includes('✗'))).toEqual([
    ...['    failed: Exit code 2', '    one', '    it failed'],
    ...['Exit code 2', 'one', 'it failed'],
  ]);
});

it('shows the start of a changed line that is longer than a screen', () => {
  const { log, lines } = logDouble();
  const clientView = {
    filePath: '/a',
    structuredPatch: [
      { oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: [`+${'x'.repeat(5000)}`] },
    ],
  };
  log.take({ type: 'engine', event: toolResult('Edit', 'done', { clientView }) });
  expect(lines[1]).toMatch(/^ {4}.*x{150}x*…$/);
  expect(lines[1]?.length).toBeLessThan(210);
});

describe('calls that only look at something', () => {
  const looking = (name: string): AnyTool =>
    defineTool({
      name,
      description: name,
      inputSchema: { type: 'object' },
      isReadOnly: true,
      summarize: (input) => String(getOwn(input, 'path')),
      call: () => Promise.resolve({ data: '' }),
    });
  const pool = assemblePool({ builtIn: [looking('Read'), looking('Grep')] });
  const look = (name: string, path: string, more: Parameters<typeof toolResult>[2] = {}): AgentEvent => ({
    type: 'engine',
    event: toolResult(name, 'x', { input: { path }, ...more }),
  });

  it('share a row until something else is logged', () => {
    const { log, lines } = logDouble({ pool });
    for (const path of ['a.ts', 'b.ts']) log.take(look('Read', path));
    log.take(look('Grep', 'total'));
    expect(lines).toEqual([]);
    log.take(look('Read', 'c.ts', { outcome: { code: 'tool-error', errorCode: 'e', message: 'gone' } }));
    log.take(look('Read', 'd.ts'));
    log.note('a notice');
    expect(lines[0]).toMatch(/^ {2}✓ Read a\.ts, b\.ts · Grep total {2,}3 calls$/);
    expect(lines[1]).toMatch(/^ {2}✗ Read c\.ts/);
    // One alone has a row with its time and size.
    expect(lines.at(-2)).toMatch(/^ {2}✓ Read d\.ts +50 ms +1 B$/);
  });

  it('share it with calls whose changes stand elsewhere, but not with those that failed', () => {
    const listing = defineTool({
      name: 'TaskCreate',
      description: 'Adds a step.',
      inputSchema: { type: 'object' },
      isShownElsewhere: true,
      summarize: (input) => String(getOwn(input, 'path')),
      call: () => Promise.resolve({ data: '' }),
    });
    const both = assemblePool({ builtIn: [looking('Read'), listing] });
    const { log, lines } = logDouble({ pool: both });
    for (const step of ['Look', 'Mend']) log.take(look('TaskCreate', step));
    log.take(look('Read', 'a.ts'));
    log.take(
      look('TaskCreate', 'Run', { outcome: { code: 'tool-error', errorCode: 'e', message: 'locked' } }),
    );
    expect(lines[0]).toMatch(/^ {2}✓ TaskCreate Look, Mend · Read a\.ts {2,}3 calls$/);
    expect(lines[1]).toMatch(/^ {2}✗ TaskCreate Run/);
  });

  it('are counted where they do not fit, and have rows of their own where nothing can be replaced', () => {
    const { log, lines } = logDouble({ pool, columns: () => 40 });
    for (let at = 0; at < 20; at += 1) log.take(look('Read', `file-${at}.ts`));
    log.note('a notice');
    expect(lines[0]).toMatch(/^ {2}✓ Read file-0\.ts … +20 calls$/);
    expect(lines[0]?.length).toBeLessThanOrEqual(40);
    const wider = logDouble({ pool, columns: () => 60 });
    for (let at = 0; at < 20; at += 1) wider.log.take(look('Read', `file-${at}.ts`));
    wider.log.note('a notice');
    expect(wider.lines[0]).toMatch(/^ {2}✓ Read file-0\.ts, file-1\.ts … and 18 more +20 calls$/);
    const plain = logDouble({ pool, isPlain: true });
    for (const path of ['a.ts', 'b.ts']) plain.log.take(look('Read', path));
    expect(plain.lines).toHaveLength(2);
  });
});

it.each([
  ['was heard when it was asked about', true, 1],
  ['was not asked about', false, 2],
])('in plain mode, a change that %s is read out once', (_, isAsked, count) => {
  const { log, lines } = logDouble({ isPlain: true });
  const request = { callId: 'a' } as CallInquiry;
  const of = { sequence: 1, time: 0, callId: 'a', messageId: 'm', toolName: 'Edit', parentCallId: undefined };
  if (isAsked) log.take({ type: 'engine', event: { type: 'permission-request', request, ...of } });
  const structuredPatch = [{ oldStart: 1, newStart: 1, lines: ['+new'] }];
  // With the answer a rule was kept, which has decided then.
  log.take({ type: 'engine', event: toolResult('Edit', '', { clientView: { structuredPatch } }) });
  expect(lines).toHaveLength(count);
});

it('lists the steps of the model while it works, and says in a row how far they are when it does not', async () => {
  const todo = (content: string, status: string): JsonObject => ({
    content,
    activeForm: `${content}!`,
    status,
  });
  const steps = new StepList(undefined, () => {});
  const rows = (isWorking: boolean, room: number): readonly string[] =>
    steps.panel(isWorking)?.rows(createStyle(false), 60, room) ?? [];
  const take = (...newTodos: readonly JsonObject[]): void =>
    steps.take({ type: 'engine', event: toolResult('Any', 'x', { clientView: { newTodos } }) });
  expect(rows(true, 6)).toEqual([]);
  take(todo('Read', 'completed'), todo('Test', 'in_progress'), todo('Write', 'pending'));
  expect(rows(true, 6)).toEqual(['  ✓ Read', '  ⠿ Test!', '  · Write']);
  expect(rows(true, 2)).toEqual(['  1 of 3 steps done · 1 more below', '  ⠿ Test!']);
  expect(rows(false, 6)).toEqual(['  1 of 3 steps done · next: Test!']);
  expect(rows(true, 0)).toEqual([]);
  take(todo('Read', 'completed'));
  expect(rows(true, 6)).toEqual([]);

  const task = {
    id: '1',
    subject: 'Ship\u001b[2J it',
    description: '',
    status: 'pending',
    blockedBy: [],
  } as const;
  const shared = new StepList({ read: () => Promise.resolve({ tasks: [task], broken: [] }) }, () => {});
  await shared.read();
  expect(shared.panel(true)?.rows(createStyle(false), 60, 6)).toEqual(['  · Ship⟨U+001B⟩[2J it']);
});

it('shows a step that has changed while another call of the same answer still runs', async () => {
  let [reads, status]: [number, 'pending' | 'in_progress'] = [0, 'pending'];
  const read = (): ReturnType<TaskListPort['list']['read']> => {
    reads += 1;
    const task = { id: '1', subject: 'Ship it', description: '', status, blockedBy: [] };
    return Promise.resolve({ tasks: [task], broken: [] });
  };
  const changed = Promise.withResolvers<void>();
  const steps: StepList = new StepList({ read }, () => {
    if (rows()[0]?.includes('⠿') === true) changed.resolve();
  });
  const rows = (): readonly string[] => steps.panel(true)?.rows(createStyle(false), 60, 6) ?? [];
  await steps.read();
  expect(rows()).toEqual(['  · Ship it']);
  for (let call = 0; call < 50; call += 1)
    steps.take({ type: 'engine', event: toolResult('Any', `c${call}`) });
  status = 'in_progress';
  await changed.promise;
  expect(rows()).toEqual(['  ⠿ Ship it']);
  expect(reads).toBe(3);
});

it('has a row for what the model does until its answer can be seen', () => {
  let now = 0;
  const { log, lines } = logDouble({ now: () => now });
  const row = (): string | undefined => log.activity.row(createStyle(false), 60);
  const model = (event: ModelPart): void => log.take({ type: 'model', messageId: 'm', event });
  const failure = { kind: 'network', message: 'The connection was closed.', isRetryable: true } as const;
  expect(row()).toBeUndefined();
  log.take({ type: 'transition', transition: 'prompt', turn: 1 });
  expect(row()).toBe('  ⠿ waiting for the model');
  now = 2000;
  expect(row()).toMatch(/^ {2}⠿ waiting for the model +2 s$/);
  for (const attempt of [1, 2, 3]) model({ type: 'retry', attempt, maxRetries: 10, delayMs: 8000, failure });
  now = 5000;
  expect(row()).toBe('  ⠿ The connection was closed; retrying in 5 s (3 of 10)');
  now = 11_000;
  expect(row()).toMatch(/^ {2}⠿ waiting for the model +1 s$/);
  now = 5000;
  const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
  model({ type: 'message-start', id: 'm', model: 'm', usage });
  expect(row()).toBe('  ⠿ waiting for the model');
  // The log has one line for each reason.
  const cut = { kind: 'stream-cut', message: 'cut', isRetryable: true } as const;
  for (const attempt of [4, 5])
    model({ type: 'retry', attempt, maxRetries: 10, delayMs: 1000, failure: cut });
  expect(lines).toEqual([
    '! The connection was closed; retrying in 8 s (1 of 10)',
    '! the response was cut off; retrying in 1 s (4 of 10)',
  ]);
  model({ type: 'block-start', index: 0, block: { type: 'opaque', api: 'a', kind: 'thinking', block: {} } });
  model({ type: 'block-delta', index: 0, delta: { type: 'thinking', text: 'First\nthe tests' } });
  expect(row()).toBe('  ⠿ thinking: the tests');
  model({ type: 'block-start', index: 1, block: { type: 'tool_use', id: 'a', name: 'Write', input: {} } });
  expect(row()).toBe('  ⠿ writing a call: Write');
  model({ type: 'block-start', index: 2, block: { type: 'text', text: '' } });
  expect(row()).toBeUndefined();
});

it.each([undefined, 'use yarn'])(
  'says that it was the reader who declined a call, and not again the reason %s',
  (feedback) => {
    const reason = feedback ?? 'a person declined it';
    const denied = toolResult('Bash', reason, {
      callId: 'c',
      outcome: {
        ...{ code: 'denied', by: 'person', reason },
        ...(feedback === undefined ? {} : { feedback }),
        grounds: { kind: 'declined', approver: undefined, feedback },
      },
    });
    const { log, lines } = logDouble();
    log.take({ type: 'engine', event: denied });
    expect(lines.slice(1)).toEqual(['    denied: you declined it']);
  },
);
