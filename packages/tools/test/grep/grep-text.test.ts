import { describe, expect, it } from 'vitest';
import type { GrepInput } from '../../src/grep/grep-input.ts';
import type { GrepOutput } from '../../src/grep/grep-output.ts';
import { grepText } from '../../src/grep/grep-text.ts';

const files: GrepOutput = { mode: 'files_with_matches', numFiles: 2, filenames: ['a', 'b'], totalFiles: 2 };
const none: GrepOutput = {
  mode: 'content',
  numFiles: 0,
  filenames: [],
  content: '',
  totalFiles: 0,
  totalLines: 0,
};
const count: GrepOutput = { ...files, mode: 'count', content: 'a:1\nb:2', numMatches: 3 };

describe('what the model reads', () => {
  it.each<[string, GrepOutput, Partial<GrepInput>, string]>([
    ['paths', files, {}, 'a\nb'],
    ['lines', { ...files, mode: 'content', content: 'a:1:x' }, {}, 'a:1:x'],
    ['counts with their sum', count, {}, 'a:1\nb:2\n(Total: 3 matching lines in 2 files.)'],
    ['nothing', none, {}, 'No matches found.'],
    [
      'nothing in some files',
      none,
      { glob: '*.ts', type: 'js' },
      'No matches found in files of *.ts and js.',
    ],
    [
      'a page of all',
      { ...files, totalFiles: 9, appliedLimit: 2, appliedOffset: 4 },
      {},
      'a\nb\n(Entries 5 to 6 of 9. Continue with offset 6.)',
    ],
    [
      'a page of unknown',
      { mode: 'count', numFiles: 1, filenames: ['a'], content: 'a:1', numMatches: 1, appliedLimit: 1 },
      {},
      'a:1\n(At least 1 matching line.)\n(Entries 1 to 1; there are more. Continue with offset 1.)',
    ],
    [
      'past the end',
      { ...none, totalFiles: 3, totalLines: 7, appliedOffset: 7 },
      {},
      'No entries at this offset (7 of 7).',
    ],
    ['an offset into nothing', { ...none, appliedOffset: 7 }, {}, 'No matches found.'],
    ['a note', { ...files, notes: ['n'] }, {}, 'a\nb\n(n)'],
    ['only a note', { ...none, notes: ['n'] }, {}, 'No lines to show.\n(n)'],
    [
      'nothing in a part',
      { ...none, totalFiles: undefined, totalLines: undefined, notes: ['n'] },
      {},
      'No matches found in what could be searched.\n(n)',
    ],
    [
      'nothing in a list of globs',
      none,
      { glob: '*.ts, *.js' },
      'No matches found in files of *.ts, *.js. That is one glob; write several as "{*.ts,*.js}".',
    ],
    [
      'nothing in a folder by its name',
      { ...none, globIsFolder: true },
      { glob: 'src/' },
      'No matches found in files of src/. For all files in a directory, use "src/**".',
    ],
    ['nothing in a file by its name', none, { glob: '.env' }, 'No matches found in files of .env.'],
    [
      'nothing, where rules deny files',
      { ...none, leavesOutDenied: true },
      { glob: '.env' },
      'No matches found in files of .env. Files that a rule denies are left out.',
    ],
    [
      'nothing at all, where rules deny files',
      { ...none, leavesOutDenied: true },
      {},
      'No matches found. Files that a rule denies are left out.',
    ],
    [
      'nothing in a glob too long to show',
      none,
      { glob: 'x'.repeat(300) },
      `No matches found in files of ${'x'.repeat(200)}….`,
    ],
    ['nothing in braces', none, { glob: '*.{a, b}' }, 'No matches found in files of *.{a, b}.'],
    ['matches that span lines', count, { multiline: true }, 'a:1\nb:2\n(Total: 3 matches in 2 files.)'],
  ])('%s', (_, output, input, text) => {
    expect(grepText(output, { pattern: 'x', ...input })).toBe(text);
  });

  it('says when the time limit ended it', () => {
    expect(grepText({ ...none, timedOut: true }, { pattern: 'x' })).toMatch(
      /^No matches found yet\.\n\(.*time limit/,
    );
  });
});
