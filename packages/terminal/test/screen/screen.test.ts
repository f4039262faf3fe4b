import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { Footer } from '../../src/screen/footer.ts';
import { Screen } from '../../src/screen/screen.ts';
import { HeadlessTty, SlowTty } from '../support/headless-tty.ts';
import { atMost } from '../../../../test/support/runs.ts';

// eslint-disable-next-line no-control-regex -- these are the terminal's own sequences
const FORBIDDEN = /\u001b\[[0-3]?J|\u001b\[\?(?:1049|47|100[0-6])[hl]|\u001b\[\d*;?\d*r/;

const WORDS = fc.array(fc.constantFrom('a', 'word', 'longer-word', 'über', '漢字', '✓', 'x'.repeat(30)), {
  minLength: 1,
  maxLength: 8,
});

type Step =
  | { readonly kind: 'line' | 'text'; readonly words: readonly string[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'footer'; readonly rows: number }
  | { readonly kind: 'resize'; readonly columns: number; readonly rows: number }
  | { readonly kind: 'frame' };

const STEPS: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constantFrom('line' as const, 'text' as const), words: WORDS }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('end' as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('footer' as const), rows: fc.nat(4) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('resize' as const),
        columns: fc.integer({ min: 24, max: 60 }),
        rows: fc.integer({ min: 18, max: 24 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('frame' as const) }) },
  ),
  { maxLength: 40 },
);

/** An open line goes on after the terminal has wrapped it anew. */
const CONTINUED: readonly Step[] = [
  { kind: 'text', words: ['x'.repeat(30), 'x'.repeat(30), 'x'.repeat(30), 'a'] },
  { kind: 'resize', columns: 24, rows: 18 },
  { kind: 'text', words: ['a'] },
];

it('writes each line of the log once and whole, with one footer below it, whatever comes in which frames', async () => {
  await fc.assert(
    fc.asyncProperty(STEPS, fc.constantFrom('words', 'none', 'hard'), async (steps, wrap) => {
      const tty = new HeadlessTty(40, 18);
      let clock = 0;
      let [height, version] = [2, 0];
      const footer = (): Footer => footerOf(height, version, tty.size().columns);
      const screen = new Screen({ tty, render: footer, now: () => clock, wrap });
      const expected: string[] = [];
      let open: string | undefined;
      const frame = (): void => {
        // A resize is drawn once the terminal has settled.
        for (let times = 0; times < 3; times += 1) {
          clock += 100;
          screen.frame();
        }
      };
      const end = (): void => {
        if (open !== undefined) expected.push(open);
        open = undefined;
      };
      for (const step of steps) {
        switch (step.kind) {
          case 'line':
            end();
            screen.line(step.words.join(' '));
            expected.push(step.words.join(' '));
            break;
          case 'text':
            screen.text(`${step.words.join(' ')} `);
            open = `${open ?? ''}${step.words.join(' ')} `;
            break;
          case 'end':
            screen.endLine();
            expected.push(open ?? '');
            open = undefined;
            break;
          case 'footer':
            height = step.rows + 1;
            version += 1;
            break;
          case 'resize':
            frame();
            await tty.settled();
            tty.resize(step.columns, step.rows);
            frame();
            break;
          case 'frame':
            frame();
            break;
          default:
            step satisfies never;
        }
      }
      end();
      screen.line('last');
      frame();
      await tty.settled();
      const lines = tty.lines().map(squeezed);
      const wanted = [...expected, 'last', ...footer().rows].map(squeezed);
      const compared = (all: readonly string[]): unknown => (wrap === 'hard' ? all.join('') : all);
      expect(compared(lines)).toEqual(compared(wanted));
      expect(FORBIDDEN.exec(tty.written)?.[0]).toBeUndefined();
      screen.close();
      await tty.settled();
      expect(compared(tty.lines().map(squeezed))).toEqual(compared(wanted.slice(0, wanted.length - height)));
    }),
    { examples: [[CONTINUED, 'none']] },
  );
});

it('draws nothing until the size of the window has settled', async () => {
  const tty = new HeadlessTty(40, 18);
  tty.settleMs = 300;
  let clock = 0;
  const screen = new Screen({ tty, render: () => footerOf(2, clock, tty.size().columns), now: () => clock });
  screen.frame();
  await tty.settled();
  tty.resize(30, 18);
  screen.frame();
  const before = tty.written;
  clock = 299;
  screen.frame();
  expect(tty.written).toBe(before);
  clock = 300;
  screen.frame();
  expect(tty.written).not.toBe(before);
  screen.close();
});

/** As tmux does: rows are wrapped at once, and sizes are reported this many milliseconds apart, the latest one only. */
const REPORT_MS = 250;

it('loses no line of the log on a terminal that reports its size late, and leaves at most one row behind, whatever is drawn meanwhile', async () => {
  const resizes = fc.array(
    fc.record({
      columns: fc.integer({ min: 24, max: 60 }),
      rows: fc.integer({ min: 18, max: 24 }),
      pauseMs: fc.integer({ min: 0, max: 400 }),
    }),
    { minLength: 2, maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(resizes, async (steps) => {
      const tty = new HeadlessTty(60, 20);
      tty.settleMs = REPORT_MS + 50;
      tty.reportMs = REPORT_MS;
      let [clock, version, nextReport] = [0, 0, 0];
      let isReported = true;
      const footer = (): Footer => footerOf(FOOTER_ROWS, version, tty.size().columns);
      let isAsked = false;
      const sizeWhenDrawn: typeof tty.sizeWhenDrawn = (done) => {
        isAsked = true;
        tty.sizeWhenDrawn(done);
      };
      const screen = new Screen({ tty, render: footer, now: () => clock, sizeWhenDrawn });
      const log = Array.from({ length: 24 }, (_, index) => `line ${index} of the log`);
      for (const line of log) screen.line(line);
      // A timer of the screen's own may ask again meanwhile.
      const replies = async (): Promise<void> => {
        while (isAsked) {
          isAsked = false;
          await tty.settled();
        }
      };
      const pass = async (ms: number): Promise<void> => {
        for (const end = clock + ms; clock < end; clock += 20) {
          if (!isReported && clock >= nextReport) {
            tty.report();
            isReported = true;
            nextReport = clock + REPORT_MS;
          }
          version += 1;
          screen.frame();
          await replies();
        }
        await replies();
        await tty.settled();
      };
      await pass(20);
      for (const { columns, rows, pauseMs } of steps) {
        tty.wrap(columns, rows);
        isReported = false;
        await pass(pauseMs);
      }
      await pass(2 * REPORT_MS + tty.settleMs + 20);
      screen.close();
      await tty.settled();
      const rows = tty.lines();
      expect(rows.filter((row) => !FOOTER_ROW.test(row))).toEqual(log);
      // How often rows were wrapped between two reports can't be known: one that stays is the lesser evil.
      const left = rows.filter((row) => FOOTER_ROW.test(row)).length;
      expect(left).toBeLessThanOrEqual(1);
    }),
    { numRuns: atMost(100), examples: LATE.map((steps) => [steps]) },
  );
});

const FOOTER_ROWS = 4;
const FOOTER_ROW = /^row \d+ of \d+ -*$/;
/** Found by earlier runs: the cursor once drifted into the log, a row once stayed, and two lines were erased. */
const LATE = [
  [
    { columns: 60, rows: 20, pauseMs: 1 },
    { columns: 24, rows: 18, pauseMs: 0 },
  ],
  [
    { columns: 60, rows: 20, pauseMs: 1 },
    { columns: 24, rows: 18, pauseMs: 1 },
    { columns: 29, rows: 18, pauseMs: 0 },
  ],
  // A report of the same size delays the next one beyond the time in which nothing is drawn.
  [
    { columns: 52, rows: 18, pauseMs: 81 },
    { columns: 52, rows: 18, pauseMs: 161 },
    { columns: 24, rows: 18, pauseMs: 0 },
  ],
  [
    { columns: 28, rows: 24, pauseMs: 241 },
    { columns: 28, rows: 24, pauseMs: 1 },
    { columns: 24, rows: 18, pauseMs: 0 },
    { columns: 29, rows: 18, pauseMs: 0 },
  ],
  [
    { columns: 25, rows: 19, pauseMs: 101 },
    { columns: 25, rows: 19, pauseMs: 181 },
    { columns: 24, rows: 18, pauseMs: 0 },
    { columns: 29, rows: 18, pauseMs: 0 },
  ],
  // A footer that was drawn between two reports, and one row of which was taken for two.
  [
    { columns: 52, rows: 19, pauseMs: 61 },
    { columns: 52, rows: 19, pauseMs: 221 },
    { columns: 24, rows: 18, pauseMs: 0 },
    { columns: 24, rows: 18, pauseMs: 0 },
  ],
  // Rows that were erased as if they had not been wrapped.
  [
    { columns: 51, rows: 18, pauseMs: 281 },
    { columns: 24, rows: 18, pauseMs: 240 },
    { columns: 24, rows: 18, pauseMs: 58 },
    { columns: 47, rows: 23, pauseMs: 0 },
  ],
];

it('keeps each line of the log whole somewhere, whatever is on its way over a slow connection when the window changes', async () => {
  const step: fc.Arbitrary<SlowStep> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('text' as const), words: WORDS }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('end' as const, 'line' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom('deliver' as const, 'receive' as const),
        count: fc.nat(4),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('resize' as const),
        columns: fc.integer({ min: 24, max: 60 }),
        rows: fc.integer({ min: 18, max: 24 }),
      }),
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const tty = new SlowTty(40, 18);
      let clock = 0;
      const screen = new Screen({
        tty,
        render: () => footerOf(3, clock, tty.size().columns),
        now: () => clock,
        whenDrawn: tty.whenDrawn,
      });
      tty.onResize = () => screen.frame();
      const expected: string[] = [];
      let open = '';
      const end = (): void => {
        expected.push(open);
        open = '';
      };
      const frame = async (): Promise<void> => {
        clock += 100;
        screen.frame();
        await Promise.resolve();
      };
      for (const step of steps) {
        if (step.kind === 'text') {
          screen.text(`${step.words.join(' ')} `);
          open += `${step.words.join(' ')} `;
        } else if (step.kind === 'end') {
          screen.endLine();
          end();
        } else if (step.kind === 'line') {
          if (open !== '') end();
          screen.line(`line ${expected.length}`);
          expected.push(`line ${expected.length}`);
        } else if (step.kind === 'deliver') await tty.deliver(step.count);
        else if (step.kind === 'receive') tty.receive(step.count);
        else if (step.kind === 'resize') tty.resize(step.columns, step.rows);
        await frame();
      }
      screen.endLine();
      end();
      for (let times = 0; times < 6; times += 1) {
        await tty.deliver();
        tty.receive();
        await frame();
      }
      await tty.deliver();
      const lines = tty.lines().map(squeezed);
      for (const line of expected.map(squeezed)) expect(lines.some((one) => one.startsWith(line))).toBe(true);
      screen.close();
    }),
    { numRuns: atMost(100), examples: SLOW.map((steps) => [steps]) },
  );
});

type SlowStep =
  | { readonly kind: 'text'; readonly words: readonly string[] }
  | { readonly kind: 'end' | 'line' }
  | { readonly kind: 'deliver' | 'receive'; readonly count: number }
  | { readonly kind: 'resize'; readonly columns: number; readonly rows: number };

/** Found by earlier runs. */
const SLOW: SlowStep[][] = [
  // The question whether the line is drawn was on its way when the window changed: the line went on in a row of the footer, and was lost.
  [
    { kind: 'text', words: ['a'] },
    { kind: 'deliver', count: 1 },
    { kind: 'resize', columns: 24, rows: 18 },
    { kind: 'receive', count: 1 },
    { kind: 'text', words: ['a'] },
  ],
  // There and back again, before the program hears of it.
  [
    { kind: 'text', words: ['x'.repeat(30), 'a'] },
    { kind: 'text', words: ['a'] },
    { kind: 'resize', columns: 24, rows: 18 },
    { kind: 'deliver', count: 3 },
    { kind: 'resize', columns: 40, rows: 18 },
  ],
];

it.each([
  ['higher', 'word '.repeat(20), 40, 24, 1],
  ['wider, where the line has room', 'word '.repeat(6), 60, 18, 1],
  ['wider, where the line is wrapped anew', 'word '.repeat(20), 60, 18, 2],
  ['lower', 'word '.repeat(20), 40, 12, 2],
])('over a slow connection, a window that gets %s', async (_, text, columns, rows, times) => {
  const tty = new SlowTty(40, 18);
  let clock = 0;
  const screen = new Screen({
    tty,
    render: () => footerOf(3, 0, tty.size().columns),
    now: () => clock,
    whenDrawn: tty.whenDrawn,
  });
  const frame = async (): Promise<void> => {
    clock += 100;
    screen.frame();
    await Promise.resolve();
  };
  screen.text('begun ');
  await frame();
  screen.text(text);
  await frame();
  await tty.deliver(1);
  tty.resize(columns, rows);
  tty.receive();
  for (let round = 0; round < 6; round += 1) {
    await frame();
    await tty.deliver();
    tty.receive();
  }
  screen.endLine();
  await frame();
  await tty.deliver();
  // A line that may have landed elsewhere is written again; one that can't have is not.
  const lines = tty.lines().map(squeezed);
  expect(lines).toContain(squeezed(`begun ${text}`));
  expect(lines.filter((line) => line.includes('begun'))).toHaveLength(times);
  screen.close();
});

it('keeps a line that is written between a change of the window and the late report of it, however fast the terminal answers', async () => {
  const change = fc.record({
    columns: fc.integer({ min: 24, max: 60 }),
    /** Frames until the terminal reports it, and after that until its next change. */
    reportedAfter: fc.integer({ min: 0, max: REPORT_MS / 50 }),
    thenFrames: fc.integer({ min: 0, max: 30 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const tty = new HeadlessTty(60, 18);
      tty.settleMs = REPORT_MS + 50;
      tty.reportMs = REPORT_MS;
      let clock = 0;
      const screen = new Screen({
        tty,
        render: () => footerOf(3, clock, tty.size().columns),
        now: () => clock,
        sizeWhenDrawn: tty.sizeWhenDrawn,
        whenDrawn: (done) => tty.sizeWhenDrawn(() => done()),
      });
      let line = '';
      const frames = async (count: number, isStreaming = true): Promise<void> => {
        for (let left = count; left > 0; left -= 1) {
          clock += 50;
          if (isStreaming) {
            const word = `word${line.length} `;
            line += word;
            screen.text(word);
          }
          screen.frame();
          await tty.settled();
          await tty.settled();
        }
      };
      await frames(8);
      for (const { columns, reportedAfter, thenFrames } of changes) {
        tty.wrap(columns, 18);
        await frames(reportedAfter);
        tty.report();
        await frames(thenFrames);
      }
      await frames(30, false);
      screen.endLine();
      await frames(2, false);
      const whole = squeezed(line);
      expect(
        tty
          .lines()
          .map(squeezed)
          .some((one) => one.startsWith(whole)),
      ).toBe(true);
      screen.close();
    }),
    { numRuns: atMost(100), examples: [[[{ columns: 30, reportedAfter: 3, thenFrames: 3 }]]] },
  );
});

it.each([
  ['another program had the terminal', 1],
  ['there was more of it than is kept', 8000],
])('keeps a line that is held back when the window changes after %s', async (_, times) => {
  const tty = new SlowTty(40, 18);
  let clock = 0;
  const screen = new Screen({
    tty,
    render: () => footerOf(3, 0, tty.size().columns),
    now: () => clock,
    whenDrawn: tty.whenDrawn,
  });
  const frame = async (): Promise<void> => {
    clock += 100;
    screen.frame();
    await Promise.resolve();
  };
  const start = '👩‍👩‍👧 held '.repeat(times);
  screen.text(start);
  await frame();
  screen.lend();
  screen.resume();
  screen.text('and more');
  await frame();
  tty.resize(30, 18);
  await tty.deliver();
  // Its size comes before its reply.
  tty.receive(Infinity);
  await frame();
  screen.endLine();
  for (let round = 0; round < 6; round += 1) {
    await tty.deliver();
    tty.receive();
    await frame();
  }
  await tty.deliver();
  const all = tty.lines().map(squeezed).join('');
  expect(all).toContain(squeezed(`${start}and more`));
  screen.close();
});

it.each(['close', 'lend', 'clear'] as const)(
  'writes what is left of the log on %s, even if the window has just changed',
  async (way) => {
    const tty = new HeadlessTty(40, 18);
    const screen = new Screen({ tty, render: () => footerOf(3, 0, tty.size().columns), now: () => 0 });
    screen.frame();
    screen.line('the last line');
    tty.resize(30, 18);
    screen[way]();
    await tty.settled();
    expect(tty.lines()[0]).toBe('the last line');
    screen.close();
  },
);

it('shows a line that may still grow in the footer, and appends it once before anything else', async () => {
  const tty = new HeadlessTty(40, 18);
  const footer = (): Footer => {
    const { provisional } = screen;
    return {
      rows: [...(provisional === undefined ? [] : [provisional]), '> '],
      cursor: { row: 0, column: 0 },
    };
  };
  const screen = new Screen({ tty, render: footer, now: () => 0 });
  const shown = async (): Promise<readonly string[]> => {
    screen.frame();
    await tty.settled();
    return tty.lines();
  };
  screen.text('open');
  screen.setProvisional('read one');
  expect(await shown()).toEqual(['open', 'read one', '>']);
  screen.setProvisional('read one, two');
  expect(await shown()).toEqual(['open', 'read one, two', '>']);
  screen.line('a line');
  expect(screen.provisional).toBeUndefined();
  expect(await shown()).toEqual(['open', 'read one, two', 'a line', '>']);
  screen.setProvisional('three');
  screen.text('words');
  expect(await shown()).toEqual(['open', 'read one, two', 'a line', 'three', 'words', '>']);
  screen.setProvisional('four');
  screen.setProvisional(undefined);
  screen.setProvisional('five');
  screen.close();
  await tty.settled();
  expect(tty.lines().slice(4)).toEqual(['words', 'four', 'five']);
});

/** A high footer, such as a card has, on a terminal that gets other sizes; what is on it in the end. */
async function resized(
  sizes: readonly (readonly [columns: number, rows: number, isLogged?: boolean])[],
  logs: number,
  showsAgain: boolean,
): Promise<{
  readonly log: readonly string[];
  readonly lines: readonly string[];
  readonly footer: readonly string[];
}> {
  const tty = new HeadlessTty(60, 24);
  let clock = 0;
  const footer = (): Footer => footerOf(Math.min(16, tty.size().rows - 2), 0, tty.size().columns);
  const screen = new Screen({ tty, render: footer, now: () => clock });
  const frame = async (): Promise<void> => {
    for (let times = 0; times < 3; times += 1) {
      clock += 100;
      screen.frame();
      await tty.settled();
    }
  };
  const log: string[] = [];
  const add = (): void => {
    log.push(`line ${log.length} of the log`);
    screen.line(log.at(-1) ?? '');
  };
  for (let line = 0; line < logs; line += 1) add();
  await frame();
  for (const [columns, rows, isLogged] of sizes) {
    // Like tmux: a higher window shows again what a lower one had scrolled away. This one does so if the cursor is in its last row.
    const below = showsAgain && rows > tty.size().rows ? tty.size().rows - 1 - tty.cursor().row : 0;
    if (below > 0) tty.write(`\u001b[${below}B`);
    await tty.settled();
    tty.resize(columns, rows);
    if (below > 0) tty.write(`\u001b[${below}A`);
    await frame();
    if (isLogged === true) add();
    await frame();
  }
  const { rows } = footer();
  const lines = tty.lines();
  screen.close();
  return { log, lines, footer: rows };
}

it.each([
  ['lower, and as high as before', [[60, 10]]],
  [
    'lower twice, and as high as before',
    [
      [60, 14],
      [60, 8],
    ],
  ],
  [
    'lower, a bit higher, and as high as before',
    [
      [60, 8],
      [60, 12],
    ],
  ],
  [
    'lower, higher than before, and as high as before',
    [
      [60, 10],
      [60, 30],
    ],
  ],
  ['lower and narrower, and as before', [[40, 11]]],
  ['lower and narrower, so that half of a row is scrolled away, and as before', [[40, 10]]],
] as const)('leaves no piece of a high footer in a window that becomes %s', async (_, sizes) => {
  const { log, lines, footer } = await resized([...sizes, [60, 24]], 30, true);
  expect(lines.map(squeezed)).toEqual([...log, ...footer].map(squeezed));
});

it('erases no line of the log below a high footer, whatever sizes the window gets', async () => {
  const size = fc.tuple(fc.integer({ min: 24, max: 80 }), fc.integer({ min: 6, max: 30 }), fc.boolean());
  await fc.assert(
    fc.asyncProperty(
      fc.array(size, { maxLength: 8 }),
      fc.nat(30),
      fc.boolean(),
      async (sizes, logs, showsAgain) => {
        const { log, lines } = await resized(sizes, logs, showsAgain);
        expect(lines.filter((line) => line.startsWith('line '))).toEqual(log);
      },
    ),
    { numRuns: atMost(100) },
  );
});

async function streamed(wrap: 'words' | 'none' | 'hard'): Promise<readonly string[]> {
  const tty = new HeadlessTty(20, 8);
  const screen = new Screen({ tty, render: () => footerOf(1, 0, 20), wrap });
  for (const word of 'one twothree fourfive sixseveneight nine ten'.split(' ')) {
    screen.text(`${word} `);
    screen.frame();
  }
  screen.endLine();
  screen.frame();
  await tty.settled();
  return tty.lines();
}

it('keeps words whole while they are streamed, in rows that the terminal joins', async () => {
  const [line = ''] = await streamed('words');
  expect(squeezed(line)).toBe('onetwothreefourfivesixseveneightnineten');
  expect(line.slice(0, 20)).toBe('one twothree        ');
});

it('leaves wrapping to the terminal, or ends each row, if that is wanted', async () => {
  expect((await streamed('none'))[0]?.trimEnd()).toBe('one twothree fourfive sixseveneight nine ten');
  expect((await streamed('hard')).slice(0, 3).map((row) => row.trimEnd())).toEqual([
    'one twothree',
    'fourfive',
    'sixseveneight nine',
  ]);
});

/** As wide as a footer may be, so that a narrower terminal wraps it; below the cursor a short row, as the status row is. */
function footerOf(rows: number, version: number, columns: number): Footer {
  const texts = Array.from({ length: rows }, (_, index) =>
    `row ${index} of ${version} `.padEnd(rows > 1 && index === rows - 1 ? 0 : columns - 2, '-'),
  );
  // A row below the cursor, as the status row is: a terminal that gets lower drops such rows first.
  return { rows: texts, cursor: { row: Math.max(0, rows - 2), column: 3 } };
}

/** Without blanks: those that keep words whole, and those that stand where a wide character does not fit. */
function squeezed(line: string): string {
  return line.replaceAll(' ', '');
}

it('erases a row as a whole before it gets shorter, where the terminal would wrap the cells that were erased at its end', async () => {
  const drawn = async (wrapsErased: boolean): Promise<string> => {
    const tty = new HeadlessTty(40, 8);
    tty.wrapsErased = wrapsErased;
    let row = 'a row of 30 cells '.padEnd(30, '-');
    const screen = new Screen({ tty, render: () => ({ rows: ['> ', row], cursor: { row: 0, column: 2 } }) });
    screen.frame();
    const { length } = tty.written;
    row = 'a row';
    screen.frame();
    await tty.settled();
    expect(tty.lines()).toEqual(['>', 'a row']);
    screen.close();
    return tty.written.slice(length);
  };
  expect(await drawn(true)).toContain('\r\u001b[B\u001b[Ka row');
  expect(await drawn(false)).toContain('\u001b[5C\u001b[K');
});

it('splits no text into characters while ordinary words stream and the row is not full', () => {
  const tty = new HeadlessTty(40, 18);
  let clock = 0;
  const screen = new Screen({ tty, render: () => footerOf(2, 0, 40), now: () => clock });
  const splits = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  for (let word = 0; word < 60; word += 1) {
    screen.text(word % 6 === 5 ? 'word ' : 'a ');
    if (word % 12 === 11) screen.endLine();
    clock += 100;
    screen.frame();
  }
  expect(splits).not.toHaveBeenCalled();
  splits.mockRestore();
});

it('draws a postponed frame when its time has come, and a key that is echoed at once', () => {
  vi.useFakeTimers();
  const tty = new HeadlessTty(40, 18);
  const screen = new Screen({ tty, render: () => footerOf(2, 0, 40) });
  const drawn = (): boolean => tty.written !== '';
  screen.postpone(60);
  screen.refresh();
  screen.line('a line');
  vi.advanceTimersByTime(59);
  expect(drawn()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(drawn()).toBe(true);
  screen.close();

  const other = new HeadlessTty(40, 18);
  const echoing = new Screen({ tty: other, render: () => footerOf(2, 0, 40) });
  echoing.postpone(60);
  echoing.refresh(true);
  expect(other.written).not.toBe('');
  echoing.close();
});
