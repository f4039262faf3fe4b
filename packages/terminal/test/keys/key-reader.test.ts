import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Key } from '../../src/keys/key.ts';
import { KeyReader } from '../../src/keys/key-reader.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What is read of bytes that come so many milliseconds apart. */
function keysOf(data: string, gapMs: number, isRemote: boolean): readonly string[] {
  const keys: Key[] = [];
  const reader = new KeyReader(
    (key) => keys.push(key),
    () => {},
    isRemote,
  );
  for (const byte of data) {
    reader.push(byte);
    vi.advanceTimersByTime(gapMs);
  }
  vi.advanceTimersByTime(1000);
  reader.close();
  return keys.map((key) => (key.kind === 'paste' ? `paste of ${key.text}` : key.name));
}

const UP = '\u001b[A';
const PASTE = '\u001b[200~two\nlines\u001b[201~';

it.each([
  ['an arrow key whose bytes come together', UP, 0, false, ['up']],
  ['an arrow key whose bytes come 20 ms apart', UP, 20, false, ['up']],
  ['an arrow key whose bytes come 60 ms apart over a network', UP, 60, true, ['up']],
  ['a paste in bytes that come 60 ms apart over a network', PASTE, 60, true, ['paste of two\nlines']],
  ['Esc', '\u001b', 0, false, ['escape']],
  ['Esc over a network', '\u001b', 0, true, ['escape']],
  ['Esc and a letter a moment later', '\u001bj', 60, false, ['escape', 'j']],
] as const)('%s', (_, data, gapMs, isRemote, keys) => {
  expect(keysOf(data, gapMs, isRemote)).toEqual(keys);
});

it('waits for the rest of a paste mark that is cut after its second byte', () => {
  const keys: Key[] = [];
  const reader = new KeyReader((key) => keys.push(key));
  reader.push(PASTE.slice(0, 2));
  vi.advanceTimersByTime(300);
  reader.push(PASTE.slice(2));
  reader.close();
  expect(keys).toEqual([{ kind: 'paste', text: 'two\nlines' }]);
});

it('waits longer for the rest of a key once the terminal is known to be far away', () => {
  const keys: Key[] = [];
  const reader = new KeyReader((key) => keys.push(key));
  const up = (gapMs: number): readonly string[] => {
    for (const byte of UP) {
      reader.push(byte);
      vi.advanceTimersByTime(gapMs);
    }
    vi.advanceTimersByTime(1000);
    return keys.splice(0).map((key) => (key.kind === 'key' ? key.name : ''));
  };
  expect(up(60)).not.toEqual(['up']);
  reader.isRemote = true;
  expect(up(60)).toEqual(['up']);
  reader.close();
});

it.each([
  ['several lines at once', 'one\rtwo\r', ['paste of one\rtwo\r']],
  ['a line and Enter', 'one\r', ['o', 'n', 'e', 'enter']],
  ['Enter twice', '\r\r', ['enter', 'enter']],
  ['an arrow key', UP, ['up']],
] as const)('takes, from a terminal that does not mark pastes, %s for what it is', (_, data, expected) => {
  const keys: string[] = [];
  const reader = new KeyReader((key) => keys.push(key.kind === 'paste' ? `paste of ${key.text}` : key.name));
  reader.takesLinesForPaste = true;
  reader.push(data);
  vi.advanceTimersByTime(1000);
  reader.close();
  expect(keys).toEqual(expected);
});
