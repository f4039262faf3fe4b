import { createMemoryFiles, type MemoryFiles } from '@sluice/core';
import { analyzeCommand } from '@sluice/shell';
import { describe, expect, it } from 'vitest';
import { verdict } from './judge.ts';

/** The directory answers to each name in both cases, as where case is ignored, or not. */
function filesOf(ignoresCase: boolean): MemoryFiles {
  const files = createMemoryFiles({ contents: new Map([['/p/secret', '']]) });
  if (ignoresCase) files.hardLink('/p/secret', '/p/Secret');
  return files;
}

const ROUTES: readonly (readonly [rule: string, command: string])[] = [
  ['Edit(secret)', 'echo x > SECRET'],
  ['Edit(secret)', 'gzip Secret'],
  ['Edit(SECRET)', 'tee secret'],
  ['Edit(/Docs/**)', 'touch docs/a'],
  ['Edit(**/*.Env)', 'touch a/x.env'],
  ['Edit([A-C]x)', 'touch ax'],
  ['Read(secret)', 'cat SeCrEt'],
  ['Read(Straße)', 'cat STRASSE'],
  ['Write(secret)', 'cp a SECRET'],
];

describe('deny rules where the file system ignores case', () => {
  it.each(ROUTES)('%s: %s', (rule, command) => {
    const judged = { mode: 'bypassPermissions', deny: [rule] } as const;
    expect(verdict('Bash', command, { ...judged, files: filesOf(true) })).toBe('D');
    expect(verdict('Bash', command, { ...judged, files: filesOf(false) })).toBe('A');
  });

  it('hold for the tools that write and read files', () => {
    const judged = { mode: 'bypassPermissions', deny: ['Read(secret)'], files: filesOf(true) } as const;
    for (const tool of ['Read', 'Edit', 'Write'])
      expect(verdict(tool, { file_path: '/p/SECRET' }, judged)).toBe('D');
  });

  it('an allow rule is about its own spelling alone', () => {
    const judged = { allow: ['Edit(secret)'], files: filesOf(true) };
    expect(verdict('Edit', { file_path: '/p/SECRET' }, judged)).toBe('?');
  });
});

describe('commands where programs are found in any case', () => {
  const denyTexts = (command: string, ignoresCase: boolean): readonly string[] =>
    analyzeCommand(command, { cwd: '/p', home: '/h', ignoresCase }).commands.flatMap(
      ({ texts }) => texts.deny,
    );

  it.each(['RM x', '/BIN/Rm x', 'sudo RM x', "bash -c 'RM x'", 'BASH -c "rm x"', 'ENV rm x'])(
    '%s runs rm x',
    (command) => {
      expect(denyTexts(command, true)).toContain('rm x');
      if (command.includes('R')) expect(denyTexts('RM x', false)).not.toContain('rm x');
    },
  );
});
