import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bearsMark,
  createCommandMark,
  createSessionMark,
  markedCommand,
} from '../../src/identity/process-mark.ts';

describe('the mark of a command', () => {
  it('begins as that of its session, is of one length, and is a number that no shell rounds', () => {
    fc.assert(
      fc.property(fc.nat(), (number) => {
        const session = createSessionMark();
        const mark = createCommandMark(session, number);
        expect(mark).toMatch(/^[1-9]\d{14}$/);
        expect(mark.startsWith(session)).toBe(true);
        expect(Number.isSafeInteger(Number(mark))).toBe(true);
      }),
    );
  });

  it('is another for the next command, and for another session', () => {
    const session = createSessionMark();
    expect(createCommandMark(session, 1)).not.toBe(createCommandMark(session, 11));
    expect(createSessionMark()).not.toBe(session);
  });

  it.each(['/bin/bash', '/bin/sh'])('is borne by what %s starts, whose answer stays what it is', (shell) => {
    const mark = createCommandMark(createSessionMark(), 1);
    const look = `env -i cat /proc/self/limits; echo "$0 $#"; exit 3`;
    const say = `import('node:child_process').then(({ spawnSync }) => {
      const { stdout, stderr, status } = spawnSync('${shell}', ['-c', process.argv[1]], { encoding: 'utf8' });
      process.stdout.write(JSON.stringify({ stdout, stderr, status }));
    })`;
    const run = (command: string) =>
      JSON.parse(execFileSync(process.execPath, ['-e', say, command], { encoding: 'utf8' }));
    const plain = run(look);
    const marked = run(markedCommand(look, mark));
    expect(marked.stdout).toContain(` ${mark} `);
    expect(
      marked.stdout
        .replace(new RegExp(`(locks +)${mark} {6}`), '$1unlimited            ')
        .replaceAll(/ +/g, ' '),
    ).toBe(plain.stdout.replaceAll(/ +/g, ' '));
    expect([marked.stderr, marked.status]).toEqual([plain.stderr, plain.status]);
  });

  it('is not borne by others', () => {
    expect(bearsMark(process.pid, createCommandMark(createSessionMark(), 1))).toBe(false);
    expect(bearsMark(2 ** 22 + 1, createCommandMark(createSessionMark(), 1))).toBe(false);
  });
});
