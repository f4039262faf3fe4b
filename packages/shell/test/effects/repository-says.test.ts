import { describe, expect, it } from 'vitest';
import { analyzeCommand } from '../../src/effects/analyze-command.ts';
import { quietRepository } from './quiet-repository.ts';

const ALIASES = {
  'alias.wipe': '!rm -rf ~',
  'alias.co': 'checkout',
  'alias.again': 'co',
  'alias.status': '!rm -rf ~',
  'alias.whatchanged': '!rm -rf ~',
  'alias.loop': 'loop',
  'alias.of': '!f() { rm "$1"; }; f',
};

const analyze = (line: string) =>
  analyzeCommand(line, {
    cwd: '/p/sub',
    home: '/home/u',
    repository: () => quietRepository('/p', ALIASES),
    isExported: () => false,
    globFiles: { list: () => undefined, exists: () => false },
  });

describe('an alias in the settings of a repository is what it says', () => {
  it.each([
    ['git wipe', 'rm -rf /home/u'],
    ['git -c a.b=c wipe', 'rm -rf /home/u'],
    ['cd /p && git WIPE x', 'rm -rf /home/u x'],
    ["bash -c 'git wipe'", 'rm -rf /home/u'],
    // git 2.52 lets an alias take the place of a deprecated command.
    ['git --no-pager whatchanged -p', 'rm -rf /home/u -p'],
    ['git co -f .', 'git checkout -f .'],
    ['git again -f .', 'git checkout -f .'],
  ])('%s runs %s', (line, expected) => {
    const texts = analyze(line).commands.flatMap(({ texts: { deny } }) => deny);
    expect(texts).toContain(expected);
  });

  it('a command whose place an alias takes is not read-only', () => {
    expect(analyze('git whatchanged').isReadOnly).toBe(false);
  });

  it.each(['git status', 'git none x', 'git loop'])('%s runs none', (line) => {
    const { commands, opaque } = analyze(line);
    expect(opaque).toBeUndefined();
    expect(commands.filter(({ argv: [name] }) => name === 'rm')).toEqual([]);
  });
});

describe('the top of the work tree is where git says', () => {
  const TOP = '$(git rev-parse --show-toplevel)';
  const paths = (line: string): readonly (string | undefined)[] =>
    analyze(line)
      .commands.filter(({ argv: [name] }) => name === 'ls')
      .flatMap(({ files }) => files.map(({ path }) => path));

  it.each([
    [`ls "${TOP}"`, '/p'],
    [`ls ${TOP}`, '/p'],
    [`ls "${TOP}/src"`, '/p/src'],
    [`root=${TOP}; ls "$root"`, '/p'],
    [`cd "${TOP}" && ls`, '/p'],
    ['ls "$(git rev-parse --show-toplevel 2>/dev/null)"', '/p'],
    ['ls "$(pwd)"', '/p/sub'],
  ])('%s lists %s', (line, expected) => {
    expect(paths(line)).toContain(expected);
    expect(analyze(line).isReadOnly).toBe(true);
  });

  const placesOfTests = (line: string) =>
    analyze(line)
      .commands.filter(({ argv: [name] }) => name === 'npm')
      .map(({ cwd }) => cwd);

  it.each([
    `cd "${TOP}" && npm test`,
    `git status && cd "${TOP}" && npm test`,
    `x="${TOP}"; cd "$x" && npm test`,
  ])('a command that does more runs there, after others that only read: %s', (line) => {
    expect(placesOfTests(line)).toEqual(['/p']);
  });

  it.each([
    `make; cd "${TOP}" && npm test`,
    `make & cd "${TOP}" && npm test`,
    `for i in 1 2; do cd "${TOP}"; npm test; done`,
    `f() { cd "${TOP}"; npm test; }; f`,
  ])('after one that may change the repository it is not known: %s', (line) => {
    expect(placesOfTests(line)).toEqual([undefined]);
  });

  it.each([
    `git() { echo /etc; }; ls "${TOP}"`,
    `export GIT_WORK_TREE=/etc; ls "${TOP}"`,
    `GIT_DIR=/etc/.git; ls "${TOP}"`,
    `alias git=echo; ls "${TOP}"`,
    'ls "$(GIT_WORK_TREE=/etc git rev-parse --show-toplevel)"',
    'ls "$(git -C /etc rev-parse --show-toplevel)"',
    'ls "$(git rev-parse --show-toplevel; echo x)"',
    `git config core.worktree /etc; ls "${TOP}"`,
    `git init -q src && ls "${TOP}"`,
    `cd "$x"; ls "${TOP}"`,
  ])('%s: not known', (line) => {
    expect(paths(line)).not.toContain('/p');
    expect(paths(line)).toContain(undefined);
  });
});
