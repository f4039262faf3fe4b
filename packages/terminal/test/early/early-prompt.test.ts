import { expect, it } from 'vitest';
import { EarlyPrompt } from '../../src/early/early-prompt.ts';
import { ProcessTty, type ProcessTtyOptions } from '../../src/tty/process-tty.ts';
import { HeadlessTty } from '../support/headless-tty.ts';

/** The prompt on a terminal in memory, and the hands of a person. */
function opened(columns = 40, isDrawn = false) {
  const screen = new HeadlessTty(columns, 10);
  let options: ProcessTtyOptions | undefined;
  const states: string[] = [];
  const open = (given: ProcessTtyOptions): ProcessTty => {
    options = given;
    const tty: ProcessTty = Object.create(ProcessTty.prototype, {
      size: { value: () => screen.size() },
      write: { value: (text: string) => screen.write(text) },
      saved: { value: () => ({ path: '/dev/pts/9', settings: 'sane' }) },
      start: { value: () => states.push('on') },
      close: { value: () => states.push('off') },
    });
    return tty;
  };
  const early = new EarlyPrompt({}, isDrawn, open);
  return { early, screen, states, type: (data: string): void => options?.onInput(data) };
}

/** What takes the terminal over, with all that it is given. */
function taker() {
  const given: string[] = [];
  return { given, onInput: (data: string): void => void given.push(data), onResize() {}, onLost() {} };
}

it('shows plain letters as they are typed, and gives every key to what takes over, in order and once', async () => {
  const { early, screen, states, type } = opened();
  await screen.settled();
  expect(screen.lines()).toEqual(['>', '  opening']);
  type('helo');
  type('\u007f');
  type('lo');
  await screen.settled();
  expect(screen.lines()).toEqual(['> hello', '  opening']);
  expect(screen.cursor()).toEqual({ row: 0, column: 7 });
  const next = taker();
  const footer = early.takeOver(next);
  expect(footer).toEqual({ rows: ['> hello', '  opening'], cursor: { row: 0, column: 7 } });
  // What comes between taking over and replaying isn't before what came first.
  early.replay();
  type('!');
  early.replay();
  expect(next.given).toEqual(['helo\u007flo', '!']);
  expect(states).toEqual(['on']);
});

it('shows no more once a key came whose effect only the editor knows, and keeps all of them', async () => {
  const { early, screen, type } = opened();
  type('ab\u001b[Dc\rnext');
  type('d');
  await screen.settled();
  expect(screen.lines()).toEqual(['> ab', '  opening']);
  const next = taker();
  early.takeOver(next);
  early.replay();
  expect(next.given.join('')).toBe('ab\u001b[Dc\rnextd');
});

it('takes the first line feed for Enter, which a terminal makes of it until it is raw; draws no more than fits', async () => {
  const { early, screen, type } = opened(20);
  type('a'.repeat(30));
  await screen.settled();
  expect(screen.lines()).toEqual([`> ${'a'.repeat(14)}`, '  opening']);
  early.close();
  await screen.settled();
  expect(screen.lines()).toEqual([]);
  const other = opened();
  other.type('yes\n');
  const next = taker();
  other.early.takeOver(next);
  other.early.replay();
  expect(next.given).toEqual(['yes\r']);
});

it('draws nothing again that is there already, and changes it as keys come', async () => {
  const { early, screen, type } = opened(40, true);
  await screen.settled();
  expect(screen.lines()).toEqual([]);
  screen.write('> \r\n  opening\u001b[A\r\u001b[2C');
  type('hi');
  await screen.settled();
  expect(screen.lines()).toEqual(['> hi', '  opening']);
  expect(early.takeOver(taker())).toEqual({ rows: ['> hi', '  opening'], cursor: { row: 0, column: 4 } });
});
