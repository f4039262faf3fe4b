import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leftDirectories, markKept } from '../src/directory/left-directories.ts';
import { ownerOf, temporaryName } from '../src/directory/temporary-name.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const now = Date.now();

const own = temporaryName('sluice');
/** As own processes would name theirs, the first of which has ended. */
const gone = own.replace(/-\d+\.\d+\./, `-${spawnSync('true').pid}.1.`);
const elsewhere = own.replace(/\.\d+(\.[\da-f]{8}-)/, '.1$1');
const otherSystem = gone.replace(/\.[\da-f]{8}-/, '.fffffff0-');

describe('the owner of a temporary directory', () => {
  it.each([
    [own, 'running'],
    [temporaryName('hook-try'), 'running'],
    [gone, 'gone'],
    [own.replace(/\.\d+\./, '.1.'), 'gone'],
    [elsewhere, 'unknown'],
    [otherSystem, 'unknown'],
    ['sluice-0097d8bf-66ef-40bc-866c-afc36dcbd730', 'unknown'],
    ['mine', 'unknown'],
  ])('of %s is %s', (name, owner) => {
    expect(ownerOf(name)).toBe(owner);
  });

  it('is told by names that are never the same', () => {
    expect(temporaryName('sluice')).not.toBe(own);
  });
});

interface Left {
  readonly name: string;
  /** Paths in it with what they hold. */
  readonly files?: Readonly<Record<string, string>>;
  readonly isKept?: boolean;
  readonly ageMs: number;
}

/** Whether a directory of that kind may go. */
function mayGo({ name, files = {}, isKept = false, ageMs }: Left, keptDays?: number): boolean {
  const place = scratch();
  const directory = join(place, name);
  mkdirSync(join(directory, 'tool-results'), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(directory, path), text);
  if (isKept) markKept(directory);
  const changed = (now - ageMs) / 1000;
  for (const path of [...readdirSync(directory), '.']) utimesSync(join(directory, path), changed, changed);
  const found = [...leftDirectories({ place, keptDays, now })];
  expect(found).toHaveLength(1);
  expect([undefined, directory]).toContain(found[0]);
  return found[0] !== undefined;
}

const output = { 'tool-results/call-1.txt': 'words' };
const leftovers = {
  'tool-results/call-1.txt': '',
  'tool-results/call-1.txt.cwd': '/somewhere',
  'tool-results/call-1.txt.drain': '12',
  'tool-results/.1.tmp': 'half a res',
};

describe('what sessions have left', () => {
  it.each<[string, Left]>([
    ['nothing', { name: gone, ageMs: 0 }],
    ['leftovers of commands', { name: gone, files: leftovers, ageMs: 0 }],
    ['output, and a day has gone by', { name: gone, files: output, ageMs: DAY + HOUR }],
    [
      'output that a person was told of, a month ago',
      { name: gone, isKept: true, files: output, ageMs: 31 * DAY },
    ],
    ['something, in another container, a month ago', { name: elsewhere, ageMs: 31 * DAY }],
  ])('goes: %s', (_title, left) => {
    expect(mayGo(left)).toBe(true);
  });

  it.each<[string, Left]>([
    ['what a session at work has', { name: own, ageMs: 400 * DAY }],
    ['output of today', { name: gone, files: output, ageMs: DAY - HOUR }],
    ['output beside leftovers', { name: gone, files: { ...leftovers, ...output }, ageMs: HOUR }],
    ['output that a person was told of', { name: gone, isKept: true, files: output, ageMs: 29 * DAY }],
    ['a directory of another system, or of before a restart', { name: otherSystem, ageMs: 29 * DAY }],
    ['a directory of another container', { name: elsewhere, ageMs: 29 * DAY }],
  ])('stays: %s', (_title, left) => {
    expect(mayGo(left)).toBe(false);
  });

  it.each([
    [7, 8 * DAY, true],
    [7, 6 * DAY, false],
    [0, 2 * HOUR, true],
    [0, HOUR / 2, false],
    [60, 31 * DAY, false],
  ])('is kept for %i days where a person was told so: after %i ms it goes: %s', (days, ageMs, goes) => {
    expect(mayGo({ name: gone, isKept: true, files: output, ageMs }, days)).toBe(goes);
  });

  it('is no link and no file', () => {
    const place = scratch();
    const target = scratch();
    symlinkSync(target, join(place, gone));
    writeFileSync(join(place, gone.replace('sluice', 'hook-try')), '');
    expect([...leftDirectories({ place, keptDays: 0, now: now + 400 * DAY })]).toEqual([
      undefined,
      undefined,
    ]);
    expect([...leftDirectories({ place: join(place, 'none'), keptDays: 0, now })]).toEqual([]);
  });

  it('is looked at in part, from anywhere, where there is much', () => {
    const place = scratch();
    for (let count = 0; count < 1_100; count += 1)
      mkdirSync(join(place, gone.replace(/.{4}$/, String(count).padStart(4, '0'))));
    const look = () => [...leftDirectories({ place, keptDays: 0, now })];
    expect(look()).toHaveLength(1_000);
    const firsts = new Set(
      Array.from({ length: 20 }, () => leftDirectories({ place, keptDays: 0, now }).next().value),
    );
    expect(firsts.size).toBeGreaterThan(1);
  });
});
