import { StdinBuffer } from '@earendil-works/pi-tui';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isText, type Key } from '../../src/keys/key.ts';
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

const BACKGROUND = '\u001b]11;rgb:ffff/ffff/ffff\u001b\\';

it.each([1, 2, 6, BACKGROUND.length - 2, BACKGROUND.length - 1])(
  'takes no piece of an answer for a key that is cut after byte %i, while it is owed',
  (end) => {
    const keys: Key[] = [];
    const backgrounds: string[] = [];
    const none = (): void => {};
    const reader = new KeyReader(
      (key) => keys.push(key),
      none,
      false,
      none,
      (one) => backgrounds.push(one),
    );
    reader.owes('?');
    reader.push(BACKGROUND.slice(0, end));
    vi.advanceTimersByTime(end === 1 ? 400 : 4000);
    reader.push(BACKGROUND.slice(end));
    reader.owes('');
    expect({ keys, backgrounds }).toEqual({ keys: [], backgrounds: ['light'] });
    reader.push('\u001b');
    vi.advanceTimersByTime(100);
    expect(keys.map((key) => key.kind === 'key' && key.name)).toEqual(['escape']);
    reader.close();
  },
);

it('reads a character beyond the first 65,536 as one key', () => {
  const keys: Key[] = [];
  const reader = new KeyReader((key) => keys.push(key));
  reader.push('a😀𠮷b');
  reader.close();
  expect(keys.map((key) => key.kind === 'key' && key.data)).toEqual(['a', '😀', '𠮷', 'b']);
  expect(keys.every(isText)).toBe(true);
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

it('reads the same keys however the bytes are cut, pastes that follow each other included', () => {
  const PIECES = ['a', UP, PASTE, '\u001b[200~\u001b[20\u001b[2\u001b[201~', '\u001b[200~\u001b[201~', '\r'];
  const read = (chunks: readonly string[]): readonly Key[] => {
    const keys: Key[] = [];
    const reader = new KeyReader((key) => keys.push(key));
    for (const chunk of chunks) reader.push(chunk);
    vi.advanceTimersByTime(1000);
    reader.close();
    return keys;
  };
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...PIECES), { minLength: 1 }),
      fc.array(fc.nat(9)),
      (pieces, sizes) => {
        const data = pieces.join('');
        const chunks: string[] = [];
        let at = 0;
        for (const size of sizes) {
          chunks.push(data.slice(at, at + size + 1));
          at += size + 1;
        }
        chunks.push(data.slice(at));
        expect(read(chunks.filter((chunk) => chunk !== ''))).toEqual(read(pieces));
      },
    ),
  );
});

it('walks through a great paste once, and not again for each of its pieces', () => {
  const process = vi.spyOn(StdinBuffer.prototype, 'process');
  const keys: Key[] = [];
  const reader = new KeyReader((key) => keys.push(key));
  const text = 'a line of it\n'.repeat(300);
  reader.push('\u001b[200~');
  for (const line of text.split(/(?<=\n)/)) reader.push(line);
  reader.push('\u001b[201~');
  expect(keys).toEqual([{ kind: 'paste', text }]);
  expect(process.mock.calls.length).toBeLessThan(5);
  process.mockRestore();
});

it('takes the size that a terminal says for no key', () => {
  const keys: Key[] = [];
  const sizes: unknown[] = [];
  const reader = new KeyReader(
    (key) => keys.push(key),
    () => sizes.push('ready'),
    false,
    (size) => sizes.push(size),
  );
  reader.push('a\u001b[24;80R\u001b[0nb');
  reader.close();
  expect(sizes).toEqual([{ columns: 80, rows: 24 }, 'ready']);
  expect(keys.map((key) => (key.kind === 'key' ? key.name : key.kind))).toEqual(['a', 'b']);
});

it.each([0, 20])('what the terminal says of its background is no key, in bytes %i ms apart', (gapMs) => {
  const keys: Key[] = [];
  const seen: string[] = [];
  const none = (): void => {};
  const reader = new KeyReader(
    (key) => keys.push(key),
    none,
    false,
    none,
    (background) => seen.push(background),
  );
  for (const byte of 'a\u001b]11;rgb:ffff/ffff/ffff\u001b\\\u001b]11;rgb:1e/1e/1e\u0007b') {
    reader.push(byte);
    vi.advanceTimersByTime(gapMs);
  }
  reader.close();
  expect(seen).toEqual(['light', 'dark']);
  expect(keys.map((key) => (key.kind === 'key' ? key.name : key.kind))).toEqual(['a', 'b']);
});
