import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gitHookDirectories, loadSettings } from '../../src/index.ts';
import { gitConfigValues } from '../../src/place/git-config-values.ts';
import { makeScratch, type Scratch } from '../scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
  execFileSync('git', ['init', '-q'], { cwd: scratch.project });
});
afterEach(() => scratch.dispose());

function found(config: string, more: Readonly<Record<string, string>> = {}): readonly string[] {
  scratch.write('project/.git/config', config);
  for (const [path, text] of Object.entries(more)) scratch.write(path, text);
  const paths = gitHookDirectories([scratch.project], { home: scratch.home, env: {} });
  return paths.map((path) => path.replace(`${scratch.path}/`, ''));
}

describe('directories of git hooks', () => {
  it.each([
    ['none', '[core]\n\tbare = false\n', []],
    ['a relative one', '[core]\n\thooksPath = .husky/_\n', ['project/.husky/_']],
    ['an absolute one', '[core]\nhookspath=/opt/hooks', ['/opt/hooks']],
    ['of the home directory', '[CORE]\nHOOKSPATH = ~/hooks ; mine', ['home/hooks']],
    ['on the line of its section', '[core] hooksPath = "a b" # here', ['project/a b']],
    ['over two lines', '[core]\nhooksPath = one\\\n/two\n', ['project/one/two']],
    ['of another section', '[other]\nhooksPath = x\n[core "sub]section"]\n', []],
    ['hooks that are switched off', '[core]\nhooksPath = /dev/null', []],
  ])('%s', (_, config, expected) => expect(found(config)).toEqual(expected));

  it('of what is included, whatever the condition, of the user, and of the worktree', () => {
    const paths = found('[include]\npath = ../../shared\n[includeIf "gitdir:/x"]\npath=~/more', {
      shared: '[core]\nhooksPath = a\n[include]\npath = shared',
      'home/more': '[core]\nhooksPath = b',
      'home/.gitconfig': '[core]\nhooksPath = c',
      'home/.config/git/config': '[core]\nhooksPath = d',
      'project/.git/config.worktree': '[core]\nhooksPath = e',
    });
    expect([...paths].sort()).toEqual(['a', 'b', 'c', 'd', 'e'].map((name) => `project/${name}`));
  });

  it('are the single hooks where they lie among everything else', () => {
    const paths = found('[core]\nhooksPath = .');
    expect(paths).toContain('project/pre-commit');
    expect(paths).not.toContain('project');
  });

  it('are where links lead as well, and guarded', () => {
    symlinkSync('elsewhere', join(scratch.project, 'hooks'));
    expect(found('[core]\nhooksPath = hooks')).toEqual(['project/hooks', 'project/elsewhere']);
    expect(loadSettings(scratch.options).places).toContain(join(scratch.project, 'elsewhere'));
  });

  it('agree with git about any value', () => {
    const file = join(scratch.path, 'any');
    const chars = fc.constantFrom('a', '/', ' ', '"', '\\', '#', ';', '~', ']', '[', '=', '.', 'é');
    fc.assert(
      fc.property(fc.string({ unit: chars, maxLength: 12 }), (value) => {
        execFileSync('git', ['config', '--file', file, 'core.hooksPath', value]);
        const written = execFileSync('cat', [file], { encoding: 'utf8' });
        expect(gitConfigValues(written)).toEqual([{ section: 'core', key: 'hookspath', value }]);
      }),
      { numRuns: 40 },
    );
  });
});
