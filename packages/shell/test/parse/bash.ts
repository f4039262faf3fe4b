import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether `bash -n` accepts each of the sources; one process that forks for each. */
export function acceptedByBash(sources: readonly string[]): readonly boolean[] {
  return inDirectory((directory) => {
    for (const [index, source] of sources.entries()) writeFileSync(join(directory, String(index)), source);
    const loop = 'for ((i = 0; i < $1; i++)); do bash -n "$2/$i" 2>/dev/null && echo 1 || echo 0; done';
    return run(loop, [String(sources.length), directory])
      .trimEnd()
      .split('\n')
      .map((line) => line === '1');
  });
}

/** The arguments that a program gets for each of the words; undefined where bash did not run it. */
export function argumentsFromBash(words: readonly string[]): readonly (readonly string[] | undefined)[] {
  return inDirectory((directory) => {
    for (const [index, word] of words.entries())
      writeFileSync(join(directory, String(index)), `printf '%s\\0' ${word}`);
    const loop =
      'for ((i = 0; i < $1; i++)); do (cd "$2"; HOME=/home; . "$2/$i") 2>/dev/null; printf "\\036"; done';
    return run(loop, [String(words.length), directory])
      .split('\u001E')
      .slice(0, words.length)
      .map((text) => (text.endsWith('\0') ? text.slice(0, -1).split('\0') : undefined));
  });
}

function inDirectory<T>(use: (directory: string) => T): T {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-shell-'));
  try {
    return use(directory);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function run(script: string, parameters: readonly string[]): string {
  return execFileSync('bash', ['--norc', '--noprofile', '-c', script, 'bash', ...parameters], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
