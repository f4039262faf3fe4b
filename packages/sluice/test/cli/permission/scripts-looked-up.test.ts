import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { realPlace } from './real-judge.ts';

/** Scripts in the workspace, by their names. */
const SCRIPTS: Readonly<Record<string, string>> = {
  'glob.sh': 'cat ~/.s*/*',
  'first-line.sh': '#!/bin/sh\ncat ~/.s*/*',
  'home.sh': 'cat $HOME/.s?h/id*',
  'moves.sh': 'cd ~; cat .s*/*',
  'prepares.sh': 'npm run build; mkdir -p x; cp ~/.s*/* x',
  'each.sh': 'for f in ~/.*/*; do cat "$f"; done',
  'listed.sh': 'cat $(ls -d ~/.s*)/*',
  'kept.sh': 'x=$(ls -d ~/.s*); cat "$x"/*',
  'piped.sh': 'ls -d ~/.s*/* | xargs cat',
  'found.sh': "for d in $(find ~ -maxdepth 1 -name '.s*'); do cat $d/*; done",
  'found-each.sh': 'find ~ -name id_rsa | while read f; do cat "$f"; done',
  'found-exec.sh': 'find ~ -type f -exec cat {} +',
  'below.sh': 'for d in $(ls -A ~); do cat ~/$d/*; done',
  'whole.sh': 'grep -r KEY ~',
  'given.sh': 'grep -r KEY "$1"',
  'packs.sh': 'tar czf x.tgz ~',
  'copies.sh': 'cp -r ~ /tmp/x',
  'edits.sh': 'sed -i s/a/b/ ~/.s*/*',
  'unknown.sh': 'cat ~/$NAME',
  'outer.sh': '. ./glob.sh',
  'searches.sh': 'grep -rn foo .',
};

const HARMLESS: Readonly<Record<string, string>> = {
  'build.sh':
    'rm -rf dist; mkdir -p dist; cp *.ts dist; grep -rn foo src; tar czf x.tgz dist; "$CC" -o x x.c',
  'counts.sh': 'for f in *.ts; do wc -l "$f"; done; cat *; cat src/*; find src -name "*.ts" | xargs wc -l',
  'plain.sh':
    'cat "$1"; cat "$@"; cp ~/docs/* .; cat ~/.config/app/$NAME.json; ls ~; ls -la ~/.ssh; cat ~/*/*',
};

const RECIPES = {
  test: 'cat ~/.s*/*',
  calls: 'bash glob.sh',
  search: 'grep -r KEY ~',
  again: 'npm run again; npm run test',
  loop: 'npm run loop && tsc -b && rm -rf dist',
  commits: 'tsc -b && git commit -am x',
};

const place = await realPlace({
  '.ssh/id_rsa': 'KEY',
  'docs/a': 'a',
  '.config/app/x.json': '{}',
  'w/.env': 'A=1',
  'w/src/a.ts': 'foo',
  'w/b.ts': 'foo',
  'w/package.json': JSON.stringify({ scripts: RECIPES }),
  'w/Makefile': 'all: glob\nclean:\n\trm -rf dist $(X)/*\n\t$(CC) x.c\nglob:\n\tcat ~/.s*/*\n',
  'w/rules.mk': 'x:\n\tfor f in ~/.s*/*; do cat $$f; done\n',
  'w/justfile': 'a:\n  cat ~/.s*/*\n',
  'w/.git/hooks/pre-commit': 'cat ~/.s*/*\n',
  'w/.git/hooks/pre-push': '#!/bin/bash\nset -e\n. ./glob.sh\n',
  'w/.git/hooks/post-merge': '#!/bin/sed -n -f\nr .env\n',
  'w/.git/hooks/pre-rebase.sample': 'cat ~/.s*/*\n',
  ...Object.fromEntries(
    Object.entries({ ...SCRIPTS, ...HARMLESS }).map(([name, text]) => [`w/${name}`, text]),
  ),
});
afterAll(() => rmSync(place.home, { recursive: true, force: true }));

const deny = ['Read(~/.ssh/**)', 'Read(.env)'];
const verdict = (command: string): string => place.verdict(command, { deny });

describe('names in a script are looked up as those of the line are', () => {
  it.each(Object.keys(SCRIPTS))('does not run: bash %s', (name) => {
    expect(verdict(`bash ${name} ~`)).not.toBe('A');
  });

  it.each([
    './first-line.sh',
    'source glob.sh',
    '. ./glob.sh',
    'bash < glob.sh',
    'cat glob.sh | bash',
    'sh -c "$(cat glob.sh)"',
    'sh -c ./glob.sh',
    'echo glob.sh | xargs bash',
    'find . -name glob.sh -exec bash {} \\;',
    'find . -name glob.sh -exec {} \\;',
    'for s in glob.sh; do bash $s; done',
    'timeout 5 env A=1 bash -x glob.sh',
    'bash gl*.sh',
    'npm test',
    'npm run calls',
    'npm run search',
    'npm run again',
    'npm --prefix . t',
    'yarn test',
    'pnpm run test',
    'make',
    'make all',
    'make -C . glob',
    'make -f rules.mk',
    'just',
    'git commit -m x',
    'git cherry-pick HEAD~1',
    'git push --force-with-lease',
    'git merge x',
    'cd src && git commit -m x',
    'npm run commits',
  ])('does not run: %s', (command) => {
    expect(verdict(command)).not.toBe('A');
  });

  it.each([
    ...Object.keys(HARMLESS).map((name) => `bash ${name}`),
    'npm run loop',
    'npm ci',
    'make clean',
    'x=foo; grep -rn $x src',
    'tar czf x.tgz src',
    'git commit --no-verify -m x',
    'git push --no-verify',
    'git tag v1 && git fetch',
  ])('runs: %s', (command) => {
    expect(verdict(command)).toBe('A');
  });

  it('denies what it knows', () => {
    expect(verdict('bash glob.sh')).toBe('D');
    expect(verdict('make')).toBe('D');
    expect(verdict('npm test')).toBe('D');
    expect(verdict('git commit -m x')).toBe('D');
  });

  it.each([
    '[core]\n\thooksPath = .husky\n',
    '[core]\n\trepositoryformatversion = 0\n\thookspath=".husky" # of husky\n',
    '[core] hooksPath = /W/.husky',
  ])('hooks that %j names', (settings) => {
    const husky = join(place.home, 'w/.husky');
    mkdirSync(husky, { recursive: true });
    writeFileSync(join(husky, 'pre-push'), 'cat .env\n');
    writeFileSync(join(place.home, 'w/.git/config'), settings.replace('/W', join(place.home, 'w')));
    rmSync(join(place.home, 'w/.git/hooks/pre-push'), { force: true });
    expect(verdict('git push')).toBe('D');
    expect(verdict('git push --no-verify')).toBe('A');
  });
});
