import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A repository in which everything is planted that git may start. */
export interface HostileRepository {
  readonly directory: string;
  /** The names of the programs that have run since the last time. */
  readonly takeMarks: () => string[];
}

const AUTHOR = { name: 'a', email: 'a@example.com' };

/** Plants it beneath a directory of its own. With filters, or with all the rest. */
export function plantRepository(base: string, kind: 'filters' | 'programs'): HostileRepository {
  const directory = join(base, 'repository');
  const plants = join(base, 'plants');
  const marks = join(base, 'marks');
  mkdirSync(plants, { recursive: true });
  mkdirSync(directory);

  const plant = (name: string, rest = 'exit 0'): string => {
    const path = join(plants, name);
    writeFileSync(path, `#!/bin/sh\necho ${name} >> '${marks}'\n${rest}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  const gitIn = (cwd: string, words: readonly string[], input = ''): string =>
    execFileSync(
      'git',
      [
        '-c',
        `user.name=${AUTHOR.name}`,
        '-c',
        `user.email=${AUTHOR.email}`,
        '-c',
        'protocol.file.allow=always',
        ...words,
      ],
      { cwd, input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] },
    ).trim();
  const git = (...words: string[]): string => gitIn(directory, words);
  const set = (settings: Readonly<Record<string, string>>, cwd = directory): void => {
    for (const [key, value] of Object.entries(settings)) gitIn(cwd, ['config', key, value]);
  };
  const commit = (cwd: string, message: string): void => {
    gitIn(cwd, ['add', '-A']);
    gitIn(cwd, ['commit', '-qm', message]);
  };

  const other = join(base, 'other');
  mkdirSync(other);
  gitIn(other, ['init', '-q', '-b', 'main']);
  writeFileSync(join(other, 'inner.txt'), 'inner\n');
  commit(other, 'inner');

  git('init', '-q', '-b', 'main');
  mkdirSync(join(directory, 'src'));
  writeFileSync(join(directory, 'a.txt'), 'one\ntwo\n');
  writeFileSync(join(directory, 'src/a.ts'), 'one\n');
  writeFileSync(join(directory, 'lost.txt'), 'lost\n');
  writeFileSync(join(directory, '.gitattributes'), '*.txt diff=evil filter=evil\n');
  commit(directory, 'first');
  git('submodule', '--quiet', 'add', other, 'sub');
  commit(directory, 'submodule');
  git('tag', 'v1');
  writeFileSync(join(directory, 'a.txt'), 'one\n2\n');
  commit(directory, 'second');
  writeFileSync(join(directory, 'a.txt'), 'stashed\n');
  git('stash');

  if (kind === 'filters') {
    const clean = plant('clean', 'cat');
    set({ 'filter.evil.clean': clean, 'filter.evil.smudge': plant('smudge', 'cat') });
    set({ 'filter.evil.clean': clean }, join(directory, 'sub'));
  } else {
    plantPrograms();
  }
  writeFileSync(join(directory, 'a.txt'), 'one\n3\n');
  writeFileSync(join(directory, 'src/a.ts'), 'two\n');
  writeFileSync(join(directory, 'sub/inner.txt'), 'changed\n');
  writeFileSync(join(directory, 'sub/.gitattributes'), '*.txt filter=evil diff=evil\n');
  takeMarks();
  return { directory, takeMarks };

  function plantPrograms(): void {
    const hooks = join(base, 'hooks');
    mkdirSync(hooks);
    for (const hook of [
      'post-index-change',
      'reference-transaction',
      'fsmonitor-watchman',
      'post-checkout',
    ]) {
      writeFileSync(join(hooks, hook), readFileSync(plant(hook)));
      chmodSync(join(hooks, hook), 0o755);
    }
    // A signature that only a program can check.
    const signed = git('cat-file', 'commit', 'HEAD').replace(
      '\n\n',
      '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n eA==\n -----END PGP SIGNATURE-----\n\n',
    );
    git(
      'reset',
      '-q',
      '--hard',
      gitIn(directory, ['hash-object', '-t', 'commit', '-w', '--stdin'], `${signed}\n`),
    );
    const included = join(base, 'included');
    writeFileSync(included, `[diff "evil"]\n\tcommand = ${plant('diff-command')}\n`);
    const pager = plant('pager', 'cat');
    const pagers = 'log diff show status branch tag blame grep reflog stash config shortlog'.split(' ');
    const evil = plant('alias');
    set({
      // It fails, so that git goes on to look for what has changed.
      'core.fsmonitor': plant('fsmonitor', 'exit 1'),
      'core.hooksPath': hooks,
      'core.pager': pager,
      'core.sshCommand': plant('ssh'),
      'core.editor': plant('editor'),
      'core.askPass': plant('askpass'),
      'core.gitProxy': plant('proxy'),
      'core.alternateRefsCommand': plant('alternate'),
      'credential.helper': `!${plant('credential')}`,
      'diff.external': plant('diff-external'),
      'diff.evil.textconv': plant('textconv', 'cat "$1"'),
      'diff.submodule': 'diff',
      'status.submoduleSummary': 'true',
      'log.showSignature': 'true',
      'format.pretty': '%h %G? %GS',
      'gpg.program': plant('gpg'),
      'gpg.ssh.program': plant('gpg-ssh'),
      'include.path': included,
      'trailer.x.command': plant('trailer'),
      'interactive.diffFilter': plant('diff-filter', 'cat'),
      'protocol.ext.allow': 'always',
      'extensions.partialClone': 'origin',
      'remote.origin.url': `ext::${plant('remote')}`,
      'remote.origin.promisor': 'true',
      'remote.origin.partialCloneFilter': 'blob:none',
      ...Object.fromEntries(pagers.map((name) => [`pager.${name}`, pager])),
      ...Object.fromEntries(['status', 'log', 'diff', 'show'].map((name) => [`alias.${name}`, `!${evil}`])),
    });
    git('config', 'core.repositoryFormatVersion', '1');
    set(
      {
        'core.fsmonitor': plant('sub-fsmonitor', 'exit 1'),
        'diff.evil.textconv': plant('sub-textconv', 'cat "$1"'),
      },
      join(directory, 'sub'),
    );
    set({ 'diff.external': plant('sub-external') }, join(directory, 'sub'));
    const lost = git('rev-parse', 'HEAD:lost.txt');
    rmSync(join(directory, '.git/objects', lost.slice(0, 2), lost.slice(2)));
    rmSync(join(directory, 'lost.txt'));
  }

  function takeMarks(): string[] {
    if (!existsSync(marks)) return [];
    const names = readFileSync(marks, 'utf8').trim().split('\n');
    rmSync(marks);
    return [...new Set(names)].sort();
  }
}
