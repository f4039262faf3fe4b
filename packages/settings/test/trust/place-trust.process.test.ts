import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadSettings, trustDirectory } from '../../src/index.ts';
import { git } from '../fixtures/git.ts';
import { makeScratch, type Scratch } from '../scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

const FILE = '.claude/agents/rev.md';

/** `at` (from the scratch directory): what is there, as a link to `to`, or as a directory with a definition. */
function place(at: string, to?: string): void {
  const path = join(scratch.path, at);
  mkdirSync(dirname(join(path, FILE)), { recursive: true });
  if (to === undefined) writeFileSync(join(path, FILE), 'x');
  else symlinkSync(join(scratch.path, to), join(path, '.claude/agents/linked'));
}

it.each([
  ['the working directory itself', 'project', FILE, ['project'], true],
  ['the working directory, untrusted', 'project', FILE, [], false],
  ['an added repository beside a trusted project', 'added', FILE, ['project'], false],
  ['an added repository that is trusted, in an untrusted project', 'added', FILE, ['added'], true],
  ['an added directory outside of git', 'plain', FILE, ['project'], false],
  ['an added directory outside of git that is trusted', 'plain', FILE, ['plain'], true],
  ['a repository within the trusted project', 'project/vendor', FILE, ['project'], false],
  [
    'a link of a trusted project to an untrusted repository',
    'project',
    '.claude/agents/linked/rev.md',
    ['project'],
    false,
  ],
  [
    'a link of an untrusted project to a trusted repository',
    'project',
    '.claude/agents/linked/rev.md',
    ['added'],
    true,
  ],
  [
    'a link of an added directory to the trusted project',
    'plain',
    '.claude/agents/linked/rev.md',
    ['project'],
    true,
  ],
  [
    "a link of a trusted project to the user's own definitions",
    'project',
    '.claude/agents/own.md',
    ['project'],
    true,
  ],
  ['a file that is gone', 'project', '.claude/agents/gone.md', ['project'], false],
] as const)(
  'trust is that of the directory in which a file lies: %s',
  async (_, directory, file, trusted, expected) => {
    for (const repository of ['project', 'added', 'project/vendor']) {
      place(repository);
      git(join(scratch.path, repository), 'init', '-q');
    }
    place('plain');
    place('home/own');
    place('project', 'added/.claude/agents');
    place('plain', 'project/.claude/agents');
    mkdirSync(join(scratch.home, '.claude'), { recursive: true });
    writeFileSync(join(scratch.home, '.claude/own.md'), 'x');
    symlinkSync(join(scratch.home, '.claude/own.md'), join(scratch.path, 'project/.claude/agents/own.md'));
    for (const one of trusted) await trustDirectory(join(scratch.path, one), scratch.options);
    const at = join(scratch.path, directory);
    expect(loadSettings(scratch.options).trusts(join(at, file), at)).toBe(expected);
  },
);
