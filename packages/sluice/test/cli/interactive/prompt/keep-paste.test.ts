import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  keepPaste,
  keepPastesOf,
  rememberPastes,
} from '../../../../src/cli/interactive/prompt/keep-paste.ts';

const LONG = 'a\tb\n'.repeat(100_000);

function place(): string {
  const directory = mkdtempSync(join(tmpdir(), 'keep-paste-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

function fileOf(said: string | undefined): string {
  return /, in the file (.*)\]$/.exec(said ?? '')?.[1] ?? '';
}

it('keeps all of a great paste in one file, also where a part of it stands under that name', () => {
  const directory = join(place(), 'results');
  expect(keepPaste(directory, 'short')).toBeUndefined();
  const said = keepPaste(directory, LONG);
  expect(said).toMatch(/^\[pasted text, 100,000 lines, 400[^,]*kB, in the file /);
  const path = fileOf(said);
  expect(readFileSync(path, 'utf8')).toBe(LONG);
  writeFileSync(path, LONG.slice(0, 1000));
  expect(keepPaste(directory, LONG)).toBe(said);
  expect(readFileSync(path, 'utf8')).toBe(LONG);
  expect(readdirSync(directory)).toEqual([basename(path)]);
});

it('names no file that could not be written, and leaves nothing of it', () => {
  const directory = place();
  const path = fileOf(keepPaste(directory, LONG));
  rmSync(path);
  mkdirSync(path);
  expect(keepPaste(directory, LONG)).toBeUndefined();
  expect(readdirSync(directory)).toEqual([basename(path)]);
  const file = join(directory, 'file');
  writeFileSync(file, '');
  expect(keepPaste(file, LONG)).toBeUndefined();
});

it('keeps what was pasted into a prompt of another session for this one, unless it is gone or something else', () => {
  const [old, now] = [join(place(), 'results'), join(place(), 'results')];
  const said = keepPaste(old, LONG) ?? '';
  const prompt = (one: string): string => `see ${one} and ${one}: why?`;
  expect(keepPastesOf(old, prompt(said))).toBe(prompt(said));
  const taken = said.replace(old, now);
  expect(keepPastesOf(now, prompt(said))).toBe(prompt(taken));
  expect(readFileSync(fileOf(taken), 'utf8')).toBe(LONG);
  rmSync(now, { recursive: true });
  writeFileSync(fileOf(said), LONG.replace('a', 'b'));
  expect(keepPastesOf(now, prompt(said))).toBe(prompt(said));
  rmSync(fileOf(said));
  expect(keepPastesOf(now, prompt(said))).toBe(prompt(said));
  expect(existsSync(now)).toBe(false);
});

it('remembers the latest pastes of the history for when their sessions are gone', () => {
  const [old, now, remembered] = [
    join(place(), 'results'),
    join(place(), 'results'),
    join(place(), 'pastes'),
  ];
  const said = keepPaste(old, LONG) ?? '';
  rememberPastes(remembered, `see ${said}`);
  rmSync(old, { recursive: true });
  const taken = said.replace(old, now);
  expect(keepPastesOf(now, `see ${said}`, remembered)).toBe(`see ${taken}`);
  expect(readFileSync(fileOf(taken), 'utf8')).toBe(LONG);
  // A prompt of this session whose file is gone gets it back, too.
  rmSync(fileOf(taken));
  expect(keepPastesOf(now, taken, remembered)).toBe(taken);
  expect(readFileSync(fileOf(taken), 'utf8')).toBe(LONG);
  for (let one = 0; one < 25; one += 1) rememberPastes(remembered, keepPaste(now, `${LONG}${one}`) ?? '');
  expect(readdirSync(remembered)).toHaveLength(20);
  // One that is too long is not remembered, and neither is a file with another text.
  rememberPastes(remembered, keepPaste(now, 'x'.repeat(5_000_000)) ?? '');
  const [first = ''] = readdirSync(remembered);
  writeFileSync(join(remembered, first), 'something else');
  const lost = `[pasted text, 2 lines, 9 MB, in the file /gone/${first}]`;
  expect(keepPastesOf(now, lost, remembered)).toBe(lost);
  expect(readdirSync(remembered)).toHaveLength(20);
});
