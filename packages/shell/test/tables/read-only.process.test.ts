import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { classifyArguments } from '../../src/tables/classify-arguments.ts';
import { readOnlyExamples } from './examples/index.ts';
import { words } from './words.ts';

let directory = '';

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-tables-'));
  mkdirSync(join(directory, 'src'));
  for (const name of ['a.txt', 'b.txt', 'patterns.txt', 'src/a.ts', 'src/b.js']) {
    writeFileSync(join(directory, name), 'a line\nb line\n');
  }
  writeFileSync(join(directory, 'encoded.txt'), 'YQo=\n');
  const git = (...words: string[]) => execFileSync('git', words, { cwd: directory, stdio: 'ignore' });
  git('init', '-b', 'main');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-m', 'first');
});

afterAll(() => rmSync(directory, { recursive: true }));

/** Names, sizes, times of change and contents of all that is beneath the directory. */
function snapshot(): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const path = join(directory, name);
      const { size, mtimeMs } = statSync(path);
      const content = statSync(path).isFile() ? readFileSync(path, 'base64') : '';
      return `${name} ${size} ${mtimeMs} ${content}`;
    });
}

it('every example that is installed leaves the directory as it was', () => {
  const before = snapshot();
  const missing = new Set<string>();
  let ran = 0;
  for (const line of readOnlyExamples) {
    const argv = words(line).filter((word) => typeof word === 'string');
    const verdict = classifyArguments(words(line));
    if (verdict.kind !== 'read-only' || words(line).some((word) => typeof word !== 'string')) continue;
    for (const { at, words: inserted } of verdict.hardening?.insertions ?? [])
      argv.splice(at, 0, ...inserted);
    const { error } = spawnSync('bash', ['-c', '"$@"', 'bash', ...argv], {
      cwd: directory,
      env: { ...process.env, ...verdict.hardening?.environment },
      input: '',
      timeout: 20_000,
    });
    expect(error, line).toBeUndefined();
    expect(snapshot(), line).toEqual(before);
    ran += 1;
    const name = argv[0] ?? '';
    if (spawnSync('bash', ['-c', 'type "$1"', 'bash', name]).status !== 0) missing.add(name);
  }
  expect(ran, `${missing.size} programs are not installed: ${[...missing].join(' ')}`).toBeGreaterThan(200);
  process.stdout.write(`${ran} examples ran; not installed: ${[...missing].join(' ')}\n`);
});
