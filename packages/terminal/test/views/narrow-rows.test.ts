import { expect, it } from 'vitest';
import { cells } from '../../src/text/cells.ts';
import { columns, columnsOfFirst, columnsOfParts, columnsWidth } from '../../src/text/columns.ts';
import { createStyle } from '../../src/text/style.ts';
import { pickerRows, type Picker } from '../../src/views/picker.ts';
import { statusRow } from '../../src/views/status-row.ts';

const plain = createStyle(false);

it.each([
  ['Bash npm run lint', 'waits', 30, 'Bash npm run lint        waits'],
  ['Bash npm run lint', 'waits for something rather long', 30, 'Bash npm run l…  waits for so…'],
  ['Read', 'waits for something rather long', 30, 'Read  waits for something rat…'],
  ['Bash npm run lint', '', 10, 'Bash npm …'],
])('%s | %s: neither takes all of the row', (left, right, width, row) => {
  expect(columns(left, right, width)).toBe(row);
});

it.each([
  [60, 'scout: look around            Glob none*  14 tokens  running'],
  [44, 'scout: look around        14 tokens  running'],
  [30, 'scout: look around     running'],
  [20, 'scout: loo…  running'],
])('at %i columns, the parts that matter least go first', (width, row) => {
  expect(columnsOfParts('scout: look around', 'Glob none*  14 tokens  running', width)).toBe(row);
});

it.each([
  [40, 'Only the conversation  it stays as it is'],
  [36, 'Only the conversation'],
  [20, 'Only the conversati…'],
])('at %i columns, a last part that would be cut is left out', (width, row) => {
  expect(columnsOfParts('Only the conversation', 'it stays as it is', width)).toBe(row);
});

it.each([
  [60, '│ ✓ Bash npm run lint --fix                 120 ms  123.4 kB'],
  [40, '│ ✓ Bash npm run li…    120 ms  123.4 kB'],
  [36, '│ ✓ Bash npm run l…  120 ms 123.4 kB'],
  [30, '│ ✓ Bash npm run li…  123.4 kB'],
  [16, '│ ✓ Bas…  123.4…'],
])('at %i columns, the size of a result is shown as long as it can be', (width, row) => {
  const rights = ['  120 ms  123.4 kB', '120 ms 123.4 kB', '123.4 kB'];
  expect(columnsOfFirst('│ ✓ Bash npm run lint --fix', rights, width)).toBe(row);
});

it.each([
  ['as wide as the terminal, if that is narrow', 'short', 50, 50],
  ['as in a terminal of 80 columns, if that is enough', 'short', 198, 78],
  ['as wide as the texts are', 'x'.repeat(100), 198, 113],
  ['not wider than the terminal', 'x'.repeat(100), 98, 98],
])('rows of two texts are %s', (_, left, width, expected) => {
  expect(
    columnsWidth(
      [
        [left, 'right at it'],
        ['a', 'b'],
      ],
      width,
    ),
  ).toBe(expected);
});

it('in a wide terminal, the rows of a list keep both texts together and whole', () => {
  const item = (id: string, detail: string): Picker['items'][number] => ({ id, label: id, detail });
  const drawn = (...items: Picker['items']): readonly string[] => {
    const view = { matches: items, marked: 0, preview: undefined };
    return pickerRows({ title: 'Mode', items, onPick() {} }, view, plain, 198, 10).slice(1, -1);
  };
  expect(drawn(item('plan', 'Changes nothing'), item('auto', 'Asks')).map((row) => row.length)).toEqual([
    78, 78,
  ]);
  const long = 'x'.repeat(120);
  expect(drawn(item(long, 'Changes nothing'), item('auto', 'Asks'))).toEqual([
    `❯ ${long}  Changes nothing`,
    `  auto${' '.repeat(129)}Asks`,
  ]);
});

it.each([
  [98, '  acceptEdits · 12 % of 200k · $0.04 · claude · effort high · 8 s · 5 calls · 2 tasks · esc stops'],
  [78, '  acceptEdits · 12 % of 200k · $0.04 · 8 s · 5 calls · 2 tasks · esc stops'],
  [60, '  acceptEdits · 12 % of 200k · 8 s · 2 tasks · esc stops'],
  [48, '  acceptEdits · 12 % of 200k · esc stops'],
  [18, '  acceptEdits · 1…'],
])('at %i columns, the status row keeps what Esc does', (width, row) => {
  const status = {
    mode: 'acceptEdits',
    model: 'anthropic/claude',
    effort: 'high',
    usedTokens: 24_000,
    windowTokens: 200_000,
    costUsd: 0.04,
    workingMs: 8000,
    runningCalls: 5,
    waitingInquiries: 0,
    tasks: 2,
    hint: undefined,
  };
  expect(statusRow(status, plain, width)).toBe(row);
});

it.each([
  [undefined, 200_000, '0 % of 200k'],
  [0, 200_000, '0 % of 200k'],
  [1, 200_000, '<1 % of 200k'],
  [1999, 200_000, '<1 % of 200k'],
  [2000, 200_000, '1 % of 200k'],
  [9999, 1_000_000, '<1 % of 1M'],
  [140_000, 200_000, '70 % of 200k, compacts at 80 %'],
])('of %s tokens in a window of %i, the context meter says %s', (usedTokens, windowTokens, meter) => {
  const status = {
    ...{ mode: 'default', usedTokens, windowTokens, costUsd: undefined, workingMs: undefined },
    ...{ runningCalls: 0, waitingInquiries: 0, tasks: 0, hint: undefined },
  };
  expect(statusRow(status, plain, 80)).toBe(`  default · ${meter} · /help`);
});

it.each([
  ['that it opens', {}, 'opening'],
  ['that a question waits', { waitingInquiries: 1 }, 'waits for your answer'],
  ['what Esc does with what is shown', { waitingInquiries: 1, escape: 'esc closes' }, 'esc closes'],
])('until the session is open, the status row says only %s', (_, shown, text) => {
  const status = {
    mode: undefined,
    usedTokens: undefined,
    windowTokens: 200_000,
    costUsd: undefined,
    workingMs: undefined,
    runningCalls: 0,
    waitingInquiries: 0,
    tasks: 0,
    hint: undefined,
    ...shown,
  };
  expect(statusRow(status, plain, 80)).toBe(`  ${text}`);
});

const list: Picker = {
  title: 'Resume a session',
  items: [{ id: 'a', label: 'db5d9feb  five', detail: '26 answers  in use by 10317  just now' }],
  does: 'resumes',
  keys: [{ key: 'tab', hint: 'Tab: all directories', needsItem: false, run() {} }],
  preview: () => Promise.resolve([]),
  onPick() {},
};

it.each([
  [90, 'Enter resumes · Tab: all directories · Space previews · Esc closes · type to filter'],
  [78, 'Enter resumes · Tab: all directories · Space previews · type to filter'],
  [60, 'Enter resumes · Tab: all directories · Space previews'],
  [40, 'Enter resumes · Tab: all directories'],
  [30, 'Enter resumes'],
])('at %i columns, the last row of a list has whole hints', (width, hint) => {
  const rows = pickerRows(list, { matches: list.items, marked: 0, preview: undefined }, plain, width, 10);
  expect(rows.at(-1)).toBe(`  ${hint}`);
  expect(rows.every((row) => cells(row) <= width)).toBe(true);
  expect(rows[1]).toMatch(/db5d9feb {2}five.*just now$/);
});

it('wraps the lines of a preview, and shows as many of the last rows as there is room for', () => {
  const lines = ['first', 'An answer that is longer than a row has room for'];
  const rows = pickerRows(list, { matches: list.items, marked: 0, preview: lines }, plain, 40, 10);
  expect(rows.slice(2, -1)).toEqual([
    '─'.repeat(40),
    '  first',
    '  An answer that is longer than a row',
    '  has room for',
  ]);
  const long = pickerRows(
    list,
    { matches: list.items, marked: 0, preview: ['x '.repeat(9999)] },
    plain,
    40,
    10,
  );
  expect(long).toHaveLength(8);
});
