import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sureLines } from '../../src/sandbox/sure-lines.ts';

describe('the output of a command that has ended well', () => {
  it.each([
    "touch: cannot touch '/x': Read-only file system",
    '/bin/bash: line 1: /x: Read-only file system',
    "Error: EROFS: read-only file system, open '/x'",
    "OSError: [Errno 30] Read-only file system: '/x'",
    "mv: cannot move '.git' to 'old': Device or resource busy",
    'npm error EROFS: read-only file system, mkdir /x',
  ])('proves a refused write by %s', (line) => {
    expect(sureLines(`before\n${line}\nafter`)).toBe(line);
  });

  it.each([
    ['bash: line 1: /x: Permission denied', 'other programs have other reasons for that'],
    ["rm: cannot remove '/x': Operation not permitted", 'other programs have other reasons for that'],
    ["build.log:12:touch: cannot touch '/x': Read-only file system", 'a search quotes it'],
    ["build.log:touch: cannot touch '/x': Read-only file system", 'a search quotes it'],
    ["+touch: cannot touch '/x': Read-only file system", 'a list of changes quotes it'],
    ["    touch: cannot touch '/x': Read-only file system", 'a document quotes it'],
    ["12:00:01 touch: cannot touch '/x': Read-only file system", 'a log quotes it'],
    ['Read-only file system', 'nobody says it'],
  ])('proves nothing by %s: %s', (line) => {
    expect(sureLines(`before\n${line}\nafter`)).toBe('');
  });

  it('is at most what was printed', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a: ', 'EROFS', '\n', ':', ' ', '/x')), (parts) => {
        const output = parts.join('');
        const lines = output.split('\n');
        expect(
          sureLines(output)
            .split('\n')
            .every((line) => line === '' || lines.includes(line)),
        ).toBe(true);
      }),
    );
  });
});
