import { cells, createStyle, type Card, type LiveCall } from '@sluice/terminal';
import { expect, it } from 'vitest';
import type { Panel } from '../../../../src/cli/interactive/agents/followed-agent.ts';
import { layOutFooter, type FooterParts } from '../../../../src/cli/interactive/footer/footer-layout.ts';

const call = (index: number): LiveCall => ({
  ...{ callId: `c${index}`, label: `Bash command ${index}`, status: 'executing', startedAt: 0 },
  ...{ progress: '', output: { lines: ['one', 'two', 'three'], size: '14 B' }, waitsFor: () => undefined },
});

/** As many rows as there is room for. */
const greedy = (name: string): Panel => ({
  rows: (_style, _width, room) => Array.from({ length: Math.max(0, room) }, (_, index) => `${name} ${index}`),
});

const parts = (live: number, steps: boolean, agents: boolean): FooterParts => ({
  style: createStyle(false),
  editor: {
    isVimNormal: false,
    render: () => ({ rows: [''], cursor: { row: 0, column: 0 }, hasAbove: false, hasBelow: false }),
  },
  desk: {
    card: undefined,
    draw: () => undefined,
    framed() {},
    hasFocus: false,
    noteLabel: undefined,
    size: 0,
  },
  picker: { isOpen: false, rows: () => [] },
  menu: { rows: () => [] },
  state: {
    ...{ live: Array.from({ length: live }, (_, index) => call(index)), activity: undefined, waiting: [] },
    ...{ stopping: undefined, statusLine: undefined, isWorking: true, isOpen: true, panel: undefined },
    steps: steps ? greedy('step') : undefined,
    agents: agents ? greedy('agent') : undefined,
    status: { mode: 'default', usedTokens: 0, windowTokens: 200_000, costUsd: 0, workingMs: 1000, tasks: 0 },
  },
  heldText: '',
  provisional: undefined,
  hint: undefined,
  now: 1000,
});

/** Calls at work, whether there are steps and agents, and what of each is shown. */
it.each([
  [1, true, true],
  [20, false, false],
  [20, true, true],
  [5, true, false],
  [0, true, true],
] as const)('the footer has at most 8 rows: %i calls, steps %s, agents %s', (live, steps, agents) => {
  for (const rows of [24, 60]) {
    const footer = layOutFooter(parts(live, steps, agents), 80, rows);
    expect(footer.rows).toHaveLength(8);
    expect(footer.rows.some((row) => row.includes('Bash command'))).toBe(live > 0);
    expect(footer.rows.some((row) => row.includes('step '))).toBe(steps);
    expect(footer.rows.some((row) => row.includes('agent '))).toBe(agents);
    expect(footer.rows[footer.cursor.row]).toBe('> ');
  }
});

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the desk draws it
const CARD = { batch: undefined } as Card;

it.each([
  ['stops the work', {}, 'esc stops'],
  ['closes what is being followed, also during work', { panel: greedy('followed') }, 'esc closes'],
  [
    'stops the work where a card hides what is being followed',
    { panel: greedy('followed'), card: CARD },
    'esc stops',
  ],
  ['closes a list', { picker: { isOpen: true, rows: () => [] } }, 'esc closes'],
  ['closes the menu', { menu: { rows: () => ['  /help'] } }, 'esc closes'],
  ['leaves a card', { hasFocus: true }, 'esc: prompt'],
  ['drops the text of an answer', { hasFocus: false, noteLabel: 'why not? ' }, 'esc: back'],
] as const)(
  'the status row says that Esc %s',
  (
    _,
    {
      panel,
      picker,
      menu,
      ...desk
    }: Partial<{
      readonly panel: Panel;
      readonly card: Card;
      readonly picker: FooterParts['picker'];
      readonly menu: FooterParts['menu'];
      readonly hasFocus: boolean;
      readonly noteLabel: string;
    }>,
    text,
  ) => {
    const all = parts(0, false, false);
    const { rows } = layOutFooter(
      {
        ...all,
        desk: { ...all.desk, ...desk },
        picker: picker ?? all.picker,
        menu: menu ?? all.menu,
        state: { ...all.state, panel },
      },
      80,
      24,
    );
    expect(rows.at(-1)).toMatch(new RegExp(` · ${text}$`));
  },
);

it.each([
  ['nothing else', 24, parts(0, false, false), true],
  ['nothing else, in a low window', 15, parts(0, false, false), false],
  ['a call', 24, parts(1, false, false), false],
  ['the rest of a line', 24, { ...parts(0, false, false), heldText: 'rest' }, false],
] as const)(
  'above the prompt with %s, in a window of %i rows, an empty row: %#',
  (_, rows, given, hasGap) => {
    const footer = layOutFooter(given, 80, rows);
    expect(footer.rows.includes('')).toBe(hasGap);
    expect(footer.rows[footer.cursor.row]).toBe('> ');
  },
);

it.each([
  [12, false],
  [24, true],
])('in a window of %i rows, calls beside a card are shown: %s', (rows, areShown) => {
  const all = parts(3, false, false);
  const footer = layOutFooter({ ...all, desk: { ...all.desk, card: CARD } }, 80, rows);
  expect(footer.rows.some((row) => row.includes('Bash command'))).toBe(areShown);
});

it.each([
  [80, 'look at the tests too'],
  [80, 'x'.repeat(200)],
  [80, '漢字とかな'.repeat(20)],
  [200, 'look at the tests too'],
  [200, '漢字とかな'.repeat(20)],
  [30, '👩‍👩‍👧‍👦 family '.repeat(9)],
])('in %i columns, a waiting message and what takes it back are in a row: %s', (columns, text) => {
  const all = parts(0, false, false);
  const state = { ...all.state, waiting: [{ text, when: 'next' as const }] };
  const { rows } = layOutFooter({ ...all, state }, columns, 24);
  const row = rows.find((one) => one.includes('next:')) ?? '';
  expect(cells(row)).toBeLessThanOrEqual(columns - 2);
  expect(row).toMatch(columns < 40 ? /… +↑ back$/ : / {2}↑ takes it back$/);
  if (text.startsWith('look')) expect(cells(row)).toBe(78);
});

it.each([
  [{ text: 'a', when: 'next' }, true, 'next: a'],
  [{ text: 'a', when: 'after' }, true, 'after: a'],
  [{ text: 'a', when: 'next' }, false, 'held: a'],
  [{ text: 'a', when: 'next', isBehindOutput: true }, false, 'after the output: a'],
  [{ text: 'a', when: 'next', isBehindOutput: true }, true, 'after the output: a'],
] as const)('says what a message waits for: %j, at work %s', (message, isWorking, shown) => {
  const all = parts(0, false, false);
  const { rows } = layOutFooter({ ...all, state: { ...all.state, isWorking, waiting: [message] } }, 80, 24);
  const row = rows.find((one) => one.includes(': a')) ?? '';
  expect(row.trimStart()).toContain(shown);
  // Enter sends only what a stop has held back.
  expect(row.includes('Enter sends')).toBe(shown === 'held: a');
});
