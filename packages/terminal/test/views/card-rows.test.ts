import { cellWidth } from '@sluice/base';
import { displayInput, type PermissionRequest, type QuestionsInquiry } from '@sluice/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answered, NO_PROGRESS, questionsOf } from '../../src/desk/questionnaire.ts';
import { optionsOf } from '../../src/desk/options-of.ts';
import { createStyle } from '../../src/text/style.ts';
import { batchRows } from '../../src/views/batch-rows.ts';
import { bodyLines } from '../../src/views/body-lines.ts';
import { givenLines } from '../../src/views/card-lines.ts';
import { reasonOf } from '../../src/views/card-reason.ts';
import { cardRows } from '../../src/views/card-rows.ts';

it('a long field that was cut is not shown whole, however high the screen; all of it is with 7', () => {
  const input = { command: Array.from({ length: 400 }, (_, line) => `echo line ${line}`).join('\n') };
  const inquiry: PermissionRequest = {
    kind: 'permission',
    requestId: 'a',
    callId: 'a',
    toolName: 'Bash',
    input,
    display: displayInput(input),
    summary: 'Bash echo',
    reason: 'no rule allows it',
    agentChain: [],
    askedBy: 'default',
    matchedRule: undefined,
    blockedPath: undefined,
    suggestedRules: ['Bash(echo *)'],
    suggestedDestination: 'session',
    risk: 'medium',
    batch: { messageId: 'm', open: 1 },
  };
  const options = optionsOf(inquiry, NO_PROGRESS, { hasSeenAll: false });
  const state = {
    hasFocus: true,
    isArmed: true,
    isTyping: false,
    marked: 0,
    place: 1,
    count: 1,
    progress: NO_PROGRESS,
  };
  const drawn = cardRows({ inquiry, options, ...state }, createStyle(false), 78, 1000);
  expect(drawn.showsAll).toBe(false);
  expect(drawn.rows).toContain('  … cut: 7 shows all of it');
  const whole = bodyLines(inquiry, true).map(({ text }) => text);
  for (let line = 0; line < 400; line += 1) expect(whole.join('\n')).toContain(`echo line ${line}`);
});

it('of whatever is asked about in whatever room, only options with all of their text on the screen can be chosen', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { maxLength: 60 }).map((list) => list.join(' '));
  const seen = { all: 0, some: 0 };
  fc.assert(
    fc.property(
      fc.array(words, { maxLength: 12 }),
      words,
      words,
      fc.integer({ min: 3, max: 40 }),
      fc.integer({ min: 20, max: 120 }),
      fc.array(fc.stringMatching(/^[a-z]{1,64}$/), { maxLength: 3 }),
      (rules, reason, command, maxRows, width, agentChain) => {
        const input = { command };
        const inquiry: PermissionRequest = {
          kind: 'permission',
          requestId: 'a',
          callId: 'a',
          toolName: 'Bash',
          input,
          display: displayInput(input),
          summary: 'Bash',
          reason,
          agentChain,
          askedBy: 'default',
          matchedRule: undefined,
          blockedPath: undefined,
          suggestedRules: rules.filter((rule) => rule !== '').map((rule) => `Bash(${rule})`),
          suggestedDestination: 'session',
          risk: 'medium',
          batch: { messageId: 'm', open: 1 },
        };
        const options = optionsOf(inquiry, NO_PROGRESS, { hasSeenAll: true });
        const state = {
          hasFocus: true,
          isArmed: true,
          isTyping: false,
          marked: 0,
          place: 1,
          count: 1,
          progress: NO_PROGRESS,
        };
        const drawn = cardRows({ inquiry, options, ...state }, createStyle(false), width, maxRows);
        expect(drawn.rows.length).toBeLessThanOrEqual(maxRows);
        expect(cellWidth(drawn.rows[0] ?? '')).toBeLessThanOrEqual(width);
        const flat = (text: string): string => text.replaceAll(/\s+/g, '');
        const shown = flat(drawn.rows.join(''));
        if (drawn.showsAll && agentChain.length > 0)
          expect(shown).toContain(flat(`agent ${agentChain.join(' › ')}`));
        for (const { digit, label } of options)
          if (drawn.digits.has(digit)) expect(shown).toContain(flat(`${digit} ${label}`));
        seen[drawn.digits.size === options.length ? 'all' : 'some'] += 1;
      },
    ),
    { numRuns: Number(process.env['SLUICE_RUNS'] ?? 200) },
  );
  expect(Math.min(seen.all, seen.some)).toBeGreaterThan(0);
});

it('what is missing, and the key that shows it, have room in any window', () => {
  const lines = Array.from({ length: 30 }, (_, line) => `+line ${line}`);
  const input = { file_path: 'a.txt', content: 'text' };
  const inquiry: PermissionRequest = {
    ...{
      kind: 'permission',
      requestId: 'a',
      callId: 'a',
      toolName: 'Write',
      input,
      display: displayInput(input),
    },
    ...{ summary: 'Write a.txt', reason: 'no rule allows it', agentChain: [], askedBy: 'default' },
    ...{
      matchedRule: undefined,
      blockedPath: undefined,
      suggestedRules: [],
      suggestedDestination: 'session',
    },
    ...{ risk: 'low', batch: { messageId: 'm', open: 1 } },
    preview: {
      kind: 'diff',
      hunks: [{ oldStart: 0, newStart: 1, lines }],
    },
  };
  const card = {
    inquiry,
    options: optionsOf(inquiry, NO_PROGRESS, { hasSeenAll: false }),
    progress: NO_PROGRESS,
    marked: 0,
  };
  const state = { hasFocus: true, isArmed: true, isTyping: false, place: 1, count: 1 };
  const rest = (width: number): string | undefined =>
    cardRows({ ...card, ...state }, createStyle(false), width, 14).rows.find((row) =>
      row.includes('7 shows'),
    );
  const reason = 'no rule allows changes to a file in a directory with a rather long name';
  const { rows } = cardRows(
    { ...card, ...state, inquiry: { ...inquiry, reason } },
    ...([createStyle(false), 38, 11] as const),
  );
  expect(rows.find((row) => row.includes('because'))).toBe('  because no rule allows changes to a…');
  const hint = (width: number, editHint?: string): string | undefined =>
    cardRows({ ...card, ...state, count: 2 }, createStyle(false), width, 14, editHint).rows.at(-1);
  expect([78, 58, 38, 18].map((width) => hint(width, 'F5: accept edits'))).toEqual([
    '  digits answer · Tab: to the prompt · ←→ next ask · F5: accept edits',
    '  digits answer · Tab: to the prompt · ←→ next ask',
    '  digits answer · ←→ next ask',
    '  digits answer',
  ]);
  expect(hint(78)).toBe('  digits answer · Tab: to the prompt · ←→ next ask');
  // In a window of 20 columns and 6 rows, no answer stands there alone.
  expect(cardRows({ ...card, ...state }, createStyle(false), 18, 3).rows.slice(1)).toEqual([
    '❯ 1 Yes, once',
    '  … 7: all',
  ]);
  expect([78, 38, 28, 18].map(rest)).toEqual([
    '  +30 −0, … 23 more rows: 7 shows all of it',
    '  … 25 more rows: 7 shows all of it',
    '  … 26 more rows: 7 shows it',
    undefined,
  ]);
});

it.each([
  [
    78,
    [
      '  1 Allow the marked    2 Mark all shown    3 Deny the marked    8 One by one',
      '  Space marks · Enter shows all of a call · Tab: to the prompt',
    ],
  ],
  [
    48,
    [
      '  1 Allow the marked    2 Mark all shown',
      '  3 Deny the marked    8 One by one',
      '  Space marks · Tab: to the prompt',
    ],
  ],
  [
    20,
    ['  1 Allow the marked', '  2 Mark all shown', '  3 Deny the marked', '  8 One by one', '  Space marks'],
  ],
])(
  'a list of calls that ask has all of its answers at %i columns, and the keys that have room',
  (width, expected) => {
    const { rows } = batchRows([], { isArmed: true, hasFocus: true }, createStyle(false), width, 12);
    expect(rows.slice(1)).toEqual(expected);
  },
);

it.each([
  ['npm test', 'no rule allows npm test', 'because no rule allows npm test'],
  [
    'npm run lint -- --max-warnings 0 --fix',
    'no rule allows npm run lint -- --max-warnings 0 --fix, which may change things',
    'because no rule allows this, which may change things',
  ],
  [
    'npm run lint -- --max-warnings 0 && touch $& a.txt',
    'no rule allows npm run lint -- --max-warnings 0',
    'because no rule allows npm run lint -- --max-warnings 0',
  ],
])('the reason does not repeat a long command that the card shows: %s', (command, reason, because) => {
  const input = { command };
  expect(
    reasonOf({
      ...{ kind: 'permission', requestId: 'a', callId: 'a', toolName: 'Bash', input, reason },
      ...{ display: displayInput(input), summary: 'Bash', agentChain: [], askedBy: 'default' },
      ...{ matchedRule: undefined, blockedPath: undefined, suggestedRules: [], risk: 'medium' },
      ...{ suggestedDestination: 'session', batch: { messageId: 'm', open: 1 } },
    }),
  ).toBe(because);
});

it.each([
  ['Which checks?', 'Types', ['Which checks? Types']],
  ['Which checks?', '', ['Which checks? (none)']],
  ['Your name', 'Ada', ['Your name: Ada']],
  ['Your name: as on the card', 'Ada', ['Your name: as on the card: Ada']],
  ['Which database? '.repeat(4).trim(), 'PostgreSQL', ['Which database? '.repeat(4).trim(), '  PostgreSQL']],
])('%s %s: an answer that does not fit beside its question is below it', (question, answer, lines) => {
  expect(givenLines(question, answer)).toEqual(lines);
});

/** Rows of a card, warnings about it, what of an edit it shows, and how wide it is. */
it.each([
  [20, [], ['  1   one', '  2   two', '  3 - old', '  3 + new', '  4   four', '  5   five', '  6   six'], 78],
  [11, [], ['  3 - old', '  3 + new', '  4   four', '  5   five'], 78],
  [9, [], ['  3 - old', '  3 + new'], 78],
  [9, ['1 hidden character'], ['  ! 1 hidden character', '  3 - old'], 78],
  [8, ['1 hidden character'], ['  ! 1 hidden character', '  3 - old'], 78],
  [8, [], ['  3 - old', '  3 + new'], 38],
] as const)(
  'a card of %i rows shows what changes before what does not: %j',
  (maxRows, warnings, shown, width) => {
    const input = { file_path: 'a.txt' };
    const inquiry: PermissionRequest = {
      ...{ kind: 'permission', requestId: 'a', callId: 'a', toolName: 'Edit', input, summary: 'Edit a.txt' },
      ...{ display: { ...displayInput(input), warnings }, reason: 'no rule allows it', agentChain: [] },
      ...{ askedBy: 'default', matchedRule: undefined, blockedPath: undefined, suggestedRules: [] },
      ...{ suggestedDestination: 'session', risk: 'low', batch: { messageId: 'm', open: 1 } },
      preview: {
        kind: 'diff',
        hunks: [
          { oldStart: 1, newStart: 1, lines: [' one', ' two', '-old', '+new', ' four', ' five', ' six'] },
        ],
      },
    };
    const options = optionsOf(inquiry, NO_PROGRESS, { hasSeenAll: true });
    const state = { hasFocus: true, isArmed: true, isTyping: false, place: 1, count: 1 };
    const { rows } = cardRows(
      { inquiry, options, marked: 0, progress: NO_PROGRESS, ...state },
      ...([createStyle(false), width, maxRows] as const),
    );
    const end = rows.findIndex(
      (row) => row.includes('because') || row.includes('…') || row.includes('all of it'),
    );
    expect(rows.slice(1, end)).toEqual(shown);
  },
);

it.each([
  [78, `── Bash ls ${'─'.repeat(45)} asks · risk medium ──`],
  [38, `── Bash ls ${'─'.repeat(5)} asks · risk medium ──`],
  [32, `── Bash ls ${'─'.repeat(6)} risk medium ──`],
  [24, `── Bash ls ${'─'.repeat(13)}`],
])('at %i columns, the head says as much as it has room for, and its rule has no gap', (width, head) => {
  const input = { command: 'ls' };
  const inquiry: PermissionRequest = {
    ...{ kind: 'permission', requestId: 'a', callId: 'a', toolName: 'Bash', input },
    ...{ display: displayInput(input), summary: 'Bash ls', reason: 'no rule allows it', agentChain: [] },
    ...{ askedBy: 'default', matchedRule: undefined, blockedPath: undefined, suggestedRules: [] },
    ...{ suggestedDestination: 'session', risk: 'medium', batch: { messageId: 'm', open: 1 } },
  };
  const card = {
    ...{ inquiry, options: optionsOf(inquiry, NO_PROGRESS, { hasSeenAll: true }), progress: NO_PROGRESS },
    ...{ hasFocus: true, isArmed: true, isTyping: false, marked: 0, place: 1, count: 1 },
  };
  expect(cardRows(card, createStyle(false), width, 12).rows[0]).toBe(head);
});

it('in a low window, the question at hand stays, its answers can all be reached, and the row below says how many are hidden', () => {
  const questions = [
    { question: 'Which database should the service use?', header: 'Database', multiSelect: false },
    { question: 'Which checks run before a commit?', header: 'Checks', multiSelect: true },
  ].map((question, at) => ({
    ...question,
    options: ['Types', 'Lint', 'Tests'].map((label) => ({ label: `${label}${at}`, description: '' })),
  }));
  const input = { questions };
  const inquiry: QuestionsInquiry = {
    ...{ kind: 'questions', requestId: 'a', callId: 'a', toolName: 'AskUserQuestion', input },
    ...{ display: displayInput(input), summary: 'AskUserQuestion', reason: '', agentChain: [] },
    ...{ askedBy: 'default', matchedRule: undefined, blockedPath: undefined, suggestedRules: [] },
    ...{ suggestedDestination: 'session', risk: 'low', batch: { messageId: 'm', open: 1 } },
  };
  const [first] = questionsOf(inquiry) ?? [];
  if (first === undefined) throw new Error('There is no question.');
  const progress = answered(NO_PROGRESS, first, 'Types0');
  const options = optionsOf(inquiry, progress, { hasSeenAll: true });
  const shown = (marked: number) =>
    cardRows(
      {
        ...{ inquiry, options, progress, marked, place: 1, count: 1 },
        ...{ hasFocus: true, isArmed: true, isTyping: false },
      },
      createStyle(false),
      38,
      7,
    );
  for (const [at, { digit }] of options.entries()) {
    const { rows, digits } = shown(at);
    expect(rows).toHaveLength(7);
    expect(rows.join('\n')).toContain('Which checks run');
    expect(digits.has(digit)).toBe(true);
    expect(rows.at(-1)).toContain(`↑↓ ${options.length - digits.size} more`);
    expect(rows.join('\n')).not.toContain('7 shows');
  }
});
