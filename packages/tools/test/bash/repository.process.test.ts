import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import type { RepositoryReport } from '@sluice/shell';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRepositoryReader } from '../../src/bash/repository/create-repository-reader.ts';
import { findGit } from '../../src/bash/repository/find-git.ts';
import { createLinkedPlaces } from '../../src/bash/repository/linked-places.ts';

const GIT = findGit(process.env['PATH'], () => false) ?? '';

/** A directory with a home in it, and a repository `repo` with one commit. */
function newPlace() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-repository-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const home = join(base, 'home');
  const repo = join(base, 'repo');
  mkdirSync(home);
  mkdirSync(join(repo, 'sub'), { recursive: true });
  const env = { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
  const gitIn = (cwd: string, ...words: string[]): string =>
    execFileSync(GIT, words, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const write = (path: string, text: string): string => {
    const full = join(base, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
    return full;
  };
  write('home/.gitconfig', '[user]\n\tname = a\n\temail = a@example.com\n[init]\n\tdefaultBranch = main\n');
  write('repo/f', 'one\n');
  write('repo/sub/s', 'two\n');
  gitIn(repo, 'init', '-q');
  gitIn(repo, 'add', '.');
  gitIn(repo, 'commit', '-qm', 'first');
  const look = (directory: string, more: NodeJS.ProcessEnv = {}): RepositoryReport =>
    createRepositoryReader({ env: { ...env, ...more }, git: () => GIT })(directory);
  return { base, home, repo, env, write, look, git: (...words: string[]) => gitIn(repo, ...words), gitIn };
}

type Place = ReturnType<typeof newPlace>;

/** The keys that the repository itself is found to set, without those that every repository has. */
function ownKeys(report: RepositoryReport): readonly string[] {
  if (report.status !== 'found') throw new Error(JSON.stringify(report));
  return report.settings
    .filter(({ isOfRepository }) => isOfRepository)
    .map(({ key }) => key)
    .filter((key) => !/^core\.(?:repositoryformatversion|filemode|bare|logallrefupdates)$/u.test(key));
}

const EVIL = '[filter "x"]\n\tclean = evil\n';

describe('what git would use is what git itself says', () => {
  const LAYOUTS: readonly (readonly [string, (place: Place) => string])[] = [
    [
      'behind a comment that ends in a backslash',
      ({ repo }) => {
        appendFileSync(join(repo, '.git/config'), `# harmless \\\n${EVIL}`);
        return repo;
      },
    ],
    [
      'beside an empty .git in the directory',
      ({ repo }) => {
        mkdirSync(join(repo, 'sub/.git'));
        appendFileSync(join(repo, '.git/config'), EVIL);
        return join(repo, 'sub');
      },
    ],
    [
      'in a directory that is a repository, beside an invalid .git',
      ({ repo, git }) => {
        cpSync(join(repo, '.git'), repo, { recursive: true });
        rmSync(join(repo, '.git'), { recursive: true });
        mkdirSync(join(repo, '.git'));
        appendFileSync(join(repo, 'config'), EVIL);
        git('config', '-f', 'config', 'core.bare', 'false');
        git('config', '-f', 'config', 'core.worktree', repo);
        return repo;
      },
    ],
    [
      'behind a commondir with a blank at its end',
      ({ repo }) => {
        const inside = join(repo, '.git');
        for (const name of ['safe', 'safe ']) {
          for (const part of ['HEAD', 'config', 'refs', 'objects'])
            cpSync(join(inside, part), join(inside, name, part), { recursive: true });
        }
        writeFileSync(join(inside, 'commondir'), './safe \n');
        appendFileSync(join(inside, 'safe /config'), EVIL);
        return repo;
      },
    ],
    [
      'in a file that the configuration includes',
      ({ repo, write }) => {
        write('repo/more', EVIL);
        appendFileSync(join(repo, '.git/config'), '[include]\n\tpath = ../more\n');
        return repo;
      },
    ],
    [
      'in a file of the work tree that the person includes',
      ({ repo, home, write }) => {
        write('repo/more', EVIL);
        appendFileSync(join(home, '.gitconfig'), `[include]\n\tpath = ${repo}/more\n`);
        return repo;
      },
    ],
    [
      'of the work tree alone',
      ({ repo, write, git }) => {
        git('config', 'extensions.worktreeConfig', 'true');
        write('repo/.git/config.worktree', EVIL);
        return repo;
      },
    ],
  ];

  it.each(LAYOUTS)('a setting %s', (_, build) => {
    const place = newPlace();
    expect(ownKeys(place.look(build(place)))).toContain('filter.x.clean');
  });

  it('a setting of the person is not one of the repository, even where the home directory is the work tree', () => {
    const { look, home, gitIn } = newPlace();
    gitIn(home, 'init', '-q');
    appendFileSync(join(home, '.gitconfig'), EVIL);
    expect(ownKeys(look(home))).toEqual([]);
  });
});

describe('what git reads elsewhere', () => {
  const PLACES: readonly (readonly [string, (place: Place) => string, readonly string[]])[] = [
    ['in its usual place: nothing', ({ repo }) => repo, []],
    ['seen from a directory of it: nothing', ({ repo }) => join(repo, 'sub'), []],
    [
      'in a linked work tree that the repository does not name: that repository',
      ({ base, git, write }) => {
        git('worktree', 'add', '-q', '../tree');
        renameSync(join(base, 'tree'), join(base, 'moved'));
        mkdirSync(join(base, 'tree'));
        write('tree/.git', 'nothing');
        return join(base, 'moved');
      },
      ['repo/.git/worktrees/tree/HEAD', 'repo/.git/objects'],
    ],
    [
      'in a forged linked work tree: the repository that it claims to belong to',
      ({ base, write }) => {
        write('ws/.git', 'gitdir: forged\n');
        write('ws/forged/HEAD', 'ref: refs/heads/main\n');
        write('ws/forged/gitdir', `${base}/ws/.git\n`);
        write('ws/forged/commondir', `${base}/repo/.git\n`);
        return join(base, 'ws');
      },
      ['ws/forged/HEAD', 'repo/.git/objects'],
    ],
    [
      'in a work tree that a repository names by a link which leads elsewhere: that repository',
      ({ base, repo, git, write }) => {
        git('worktree', 'add', '-q', '../tree');
        renameSync(join(base, 'tree'), join(base, 'moved'));
        rmSync(join(repo, '.git/worktrees/tree/gitdir'));
        symlinkSync(write('moved/mine', `${base}/moved/.git\n`), join(repo, '.git/worktrees/tree/gitdir'));
        return join(base, 'moved');
      },
      ['repo/.git/worktrees/tree/HEAD', 'repo/.git/objects'],
    ],
    [
      'of a submodule whose setting names another work tree: the repository that it claims to be',
      ({ base, git, write }) => {
        git('config', 'core.worktree', join(base, 'repo/sub'));
        write('ws/.git', `gitdir: ${base}/repo/.git\n`);
        return join(base, 'ws');
      },
      ['repo/.git/HEAD', 'repo/.git/objects'],
    ],
    [
      'behind a .git file: the repository that it names',
      ({ base, write }) => {
        write('other/.git', 'gitdir: ../repo/.git\n');
        return join(base, 'other');
      },
      ['repo/.git/HEAD', 'repo/.git/objects'],
    ],
    [
      'behind a symbolic link in the place of .git: what it leads to',
      ({ base, repo }) => {
        mkdirSync(join(base, 'other'));
        symlinkSync(join(repo, '.git'), join(base, 'other/.git'));
        return join(base, 'other');
      },
      ['other/.git/HEAD', 'other/.git/objects'],
    ],
    [
      'with alternates: where objects are borrowed, directly and through one another',
      ({ base, repo, gitIn }) => {
        gitIn(base, 'clone', '-q', '-s', 'repo', 'second');
        gitIn(base, 'clone', '-q', '-s', 'second', 'third');
        rmSync(join(repo, '.git/index'));
        return join(base, 'third');
      },
      ['second/.git/objects', 'repo/.git/objects'],
    ],
    [
      'with an included file: that file',
      ({ repo, write }) => {
        write('shared', '[core]\n\tabbrev = 7\n');
        appendFileSync(join(repo, '.git/config'), '[include]\n\tpath = ../../shared\n');
        return repo;
      },
      ['shared'],
    ],
    ['in a bare repository: that repository', bare, ['bare.git/HEAD', 'bare.git/objects']],
  ];

  it.each(PLACES)('%s', (_, build, expected) => {
    const place = newPlace();
    const report = place.look(build(place));
    if (report.status !== 'found') throw new Error(JSON.stringify(report));
    expect(report.places.toSorted()).toEqual(expected.map((path) => join(place.base, path)).toSorted());
  });

  const OWN: readonly (readonly [string, (place: Place) => string, string])[] = [
    [
      'a linked work tree',
      ({ base, git }) => (git('worktree', 'add', '-q', '../tree'), join(base, 'tree/sub')),
      'repo/.git/worktrees/tree/HEAD',
    ],
    [
      'a submodule',
      ({ base, git }) => (
        git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', base + '/repo', 'inner'),
        join(base, 'repo/inner')
      ),
      'repo/.git/modules/inner/HEAD',
    ],
  ];

  it.each(OWN)('is its own where the repository names the work tree: %s', (_, build, head) => {
    const place = newPlace();
    const report = place.look(build(place));
    expect(report).toMatchObject({ status: 'found', places: [] });
    expect(report).toHaveProperty('ownPlaces', expect.arrayContaining([join(place.base, head)]));
  });

  it('is the work tree that a setting names, too', () => {
    const { look, repo, git } = newPlace();
    git('config', 'core.worktree', '/');
    expect(look(repo)).toMatchObject({ status: 'found', workTree: '/', pins: { GIT_WORK_TREE: '/' } });
  });

  it('is told by the names by which the directory was reached', () => {
    const { look, repo, base } = newPlace();
    symlinkSync(repo, join(base, 'link'));
    expect(look(join(base, 'link/sub'))).toMatchObject({ status: 'found', workTree: join(base, 'link') });
  });
});

describe('what symbolic links in the git directory lead to', () => {
  const linksOf = (report: RepositoryReport): readonly string[] | undefined => {
    if (report.status !== 'found') throw new Error(JSON.stringify(report));
    return report.links();
  };

  it.each([
    'packed-refs',
    'rebase-merge/git-rebase-todo',
    'refs/heads/topic/one',
    'objects/00',
    'objects/00/112233445566778899aabbccddeeff00112233',
    'objects/pack/pack-1.pack',
    'objects/info/commit-graphs/commit-graph-chain',
    'branches/origin',
    'remotes/origin',
    'any-other/directory',
  ])('is found: %s, even where it was not there before', (path) => {
    const { base, repo, write, look } = newPlace();
    const secret = write('secret', 'hunter2\n');
    const report = look(join(repo, 'sub'));
    expect(linksOf(report)).toEqual([]);
    const link = join(repo, '.git', path);
    mkdirSync(dirname(link), { recursive: true });
    rmSync(link, { recursive: true, force: true });
    symlinkSync(secret, link);
    expect(linksOf(report)).toEqual([join(base, 'secret')]);
    rmSync(link);
    expect(linksOf(report)).toEqual([]);
  });

  it.each<readonly [string, string, string, readonly string[]]>([
    ['rebase-merge', '../rb', 'rb/done', ['rb', 'secret']],
    ['rebase-merge', '../rb', 'rb/deep/er/done', ['rb', 'secret']],
    ['info', '../info2', 'info2/grafts', ['info2', 'secret']],
    ['info', 'hooks/i', '.git/hooks/i/grafts', ['.git/hooks/i', 'secret']],
    ['info', 'modules', '.git/modules/grafts', ['.git/modules', 'secret']],
    ['refs/heads/topic', '../..', '.git/lfs/one', ['.git', 'secret']],
    ['refs/heads/topic', '../../annex', '.git/annex/one', ['.git/annex', 'secret']],
    ['objects', '../objects', 'objects/00/112233445566778899aabbccddeeff00112233', ['objects', 'secret']],
    ['refs/heads', '../..', 'one', ['', 'secret']],
  ])(
    'is found behind a directory that is itself a link: %s, to %s, with %s',
    (name, target, path, expected) => {
      const { base, repo, write, look } = newPlace();
      const secret = write('secret', 'hunter2\n');
      const report = look(join(repo, 'sub'));
      expect(linksOf(report)).toEqual([]);
      mkdirSync(dirname(join(repo, path)), { recursive: true });
      symlinkSync(secret, join(repo, path));
      const link = join(repo, '.git', name);
      rmSync(link, { recursive: true, force: true });
      symlinkSync(target, link);
      const places = expected.map((one) => resolve(one === 'secret' ? base : repo, one));
      expect(linksOf(report)).toEqual(expect.arrayContaining(places));
    },
  );

  it('is found where directories lead to one another', () => {
    const { repo, look } = newPlace();
    for (const name of ['one', 'two']) mkdirSync(join(repo, '.git', name));
    symlinkSync('../two', join(repo, '.git/one/link'));
    symlinkSync('../one', join(repo, '.git/two/link'));
    symlinkSync('.', join(repo, '.git/two/itself'));
    expect(linksOf(look(repo))).toEqual(['two', 'one'].map((name) => join(repo, '.git', name)));
  });

  it('is not known where too many files are behind a link', () => {
    const { repo, write } = newPlace();
    const gitDirectories = [join(repo, '.git')];
    const links = createLinkedPlaces({ gitDirectories, objects: [], now: Date.now, maxEntries: 200 });
    for (let index = 0; index < 200; index += 1) write(`repo/rb/${index}`, '');
    expect(links()).toEqual([]);
    symlinkSync('../rb', join(repo, '.git/rebase-merge'));
    expect(links()).toBeUndefined();
  });

  it('is found where a single object is borrowed through another repository', () => {
    const { base, repo, write, look, gitIn } = newPlace();
    gitIn(base, 'clone', '-q', '-s', 'repo', 'second');
    const link = join(repo, '.git/objects/00/112233445566778899aabbccddeeff00112233');
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(write('secret', 'hunter2\n'), link);
    expect(linksOf(look(join(base, 'second')))).toEqual([join(base, 'secret')]);
  });

  it('is found in the place of an object, by the times of its directory', () => {
    const place = newPlace();
    const secret = place.write('secret', 'hunter2\n');
    const hash = place.git('rev-parse', 'HEAD').trim();
    const object = join(place.repo, '.git/objects', hash.slice(0, 2), hash.slice(2));
    // So late that what was there is relied on.
    const reader = createRepositoryReader({
      env: place.env,
      git: () => GIT,
      now: () => Date.now() + 60_000,
    });
    expect(linksOf(reader(place.repo))).toEqual([]);
    rmSync(object);
    symlinkSync(secret, object);
    expect(linksOf(reader(place.repo))).toEqual([secret]);
  });

  it('is not known where there are too many files to look at', () => {
    const { repo, write } = newPlace();
    const gitDirectories = [join(repo, '.git')];
    const options = { gitDirectories, objects: [], now: Date.now, maxEntries: 200 };
    const links = createLinkedPlaces(options);
    expect(links()).toEqual([]);
    for (let index = 0; index < 200; index += 1) write(`repo/.git/refs/heads/topic-${index}`, '');
    expect(links()).toBeUndefined();
  });
});

describe('what the index names outside of the work tree', () => {
  const straysOf = (report: RepositoryReport): readonly string[] | undefined => {
    if (report.status !== 'found') throw new Error(JSON.stringify(report));
    return report.strays();
  };

  /** Puts a name of the same length in the place of one in the index, as git itself never does. */
  function forge({ repo, git }: Place, from: string, to: string): void {
    const blob = git('hash-object', '-w', 'f').trim();
    git('update-index', '--add', '--cacheinfo', `100644,${blob},${from}`);
    const path = join(repo, '.git/index');
    const index = readFileSync(path);
    index.write(to, index.indexOf(from), 'latin1');
    const body = index.subarray(0, -20);
    writeFileSync(path, Buffer.concat([body, createHash('sha1').update(body).digest()]));
  }

  it.each([
    ['xx/secret', '../secret', 'secret'],
    ['sub/xx/xx/secret', 'sub/../../secret', 'secret'],
    ['xetc/passwd', '/etc/passwd', '/etc/passwd'],
  ])('is found: %s as %s', (from, to, expected) => {
    const place = newPlace();
    expect(straysOf(place.look(place.repo))).toEqual([]);
    forge(place, from, to);
    expect(straysOf(place.look(join(place.repo, 'sub')))).toEqual([resolve(place.base, expected)]);
  });

  it('is found beneath a directory that has become a symbolic link', () => {
    const { repo, base, git, write, look } = newPlace();
    write('repo/deep/er/file', 'x');
    write('elsewhere/er/file', 'secret');
    git('add', '.');
    const report = look(repo);
    expect(straysOf(report)).toEqual([]);
    rmSync(join(repo, 'deep'), { recursive: true });
    symlinkSync(join(base, 'elsewhere'), join(repo, 'deep'));
    expect(straysOf(report)).toEqual([join(repo, 'deep')]);
  });

  it('is found again as soon as the index has changed', () => {
    const place = newPlace();
    const report = place.look(place.repo);
    expect(straysOf(report)).toEqual([]);
    forge(place, 'xx/secret', '../secret');
    expect(straysOf(report)).toEqual([join(place.base, 'secret')]);
  });

  it.each<readonly [string, (sub: string, place: Place) => void, (place: Place) => readonly string[]]>([
    ['its own git directory', () => {}, ({ repo }) => [join(repo, 'mod/.git')]],
    [
      'what a reference leads to that is a link',
      (sub, { base, write }) => {
        write('token', 'x');
        rmSync(join(sub, '.git/refs/heads'), { recursive: true });
        symlinkSync(join(base, 'token'), join(sub, '.git/refs/heads'));
      },
      ({ base, repo }) => [join(repo, 'mod/.git'), join(base, 'token')],
    ],
    [
      'the repository that its .git file names',
      (sub, { base, gitIn }) => {
        gitIn(base, 'clone', '-q', 'repo', 'private');
        rmSync(join(sub, '.git'), { recursive: true });
        writeFileSync(join(sub, '.git'), `gitdir: ${base}/private/.git\n`);
      },
      ({ base }) => [join(base, 'private/.git')],
    ],
    [
      'anything, where it borrows objects',
      (sub, { base }) => {
        writeFileSync(join(sub, '.git/objects/info/alternates'), `${base}/x\n`);
      },
      ({ repo }) => [join(repo, 'mod/.git'), '/'],
    ],
    [
      'anything, where its .git file names nothing',
      (sub) => {
        rmSync(join(sub, '.git'), { recursive: true });
        writeFileSync(join(sub, '.git'), 'gitdir: ');
      },
      () => ['/'],
    ],
  ])('of a submodule: %s', (_, change, expected) => {
    const place = newPlace();
    const sub = join(place.repo, 'mod');
    place.gitIn(place.repo, 'clone', '-q', '.', 'mod');
    place.git('-c', 'advice.addEmbeddedRepo=false', 'add', 'mod');
    const report = place.look(place.repo);
    change(sub, place);
    expect(straysOf(report)).toEqual(expected(place));
  });

  it('is not known where the index is broken', () => {
    const { repo, look } = newPlace();
    const report = look(repo);
    writeFileSync(join(repo, '.git/index'), 'nonsense');
    expect(straysOf(report)).toBeUndefined();
  });
});

function bare({ base, gitIn }: Place): string {
  gitIn(base, 'clone', '-q', '--bare', 'repo', 'bare.git');
  return join(base, 'bare.git');
}

describe('it is not known', () => {
  const CASES: readonly (readonly [string, (place: Place) => string, string])[] = [
    [
      'where the configuration is a pipe',
      ({ repo }) => {
        rmSync(join(repo, '.git/config'));
        execFileSync('mkfifo', [join(repo, '.git/config')]);
        return repo;
      },
      'longer than',
    ],
    [
      'where the configuration is longer than any',
      ({ repo }) => {
        appendFileSync(join(repo, '.git/config'), '[a]\n' + `\tb = ${'c'.repeat(999)}\n`.repeat(5_000));
        return repo;
      },
      'ENOBUFS',
    ],
    [
      'where the configuration is broken',
      ({ repo }) => {
        appendFileSync(join(repo, '.git/config'), '[broken\n');
        return repo;
      },
      'bad config line',
    ],
    [
      'where git does not take what is there for a repository',
      ({ base, write }) => {
        write('odd/.git/nothing', '');
        return join(base, 'odd');
      },
      'refuses to use this repository',
    ],
    [
      'where a name is not text',
      ({ repo }) => {
        appendFileSync(join(repo, '.git/config'), Buffer.from('[include]\n\tpath = \xff\n', 'latin1'));
        return repo;
      },
      'in an unknown format',
    ],
  ];

  it.each(CASES)('%s', (_, build, why) => {
    const place = newPlace();
    expect(place.look(build(place))).toMatchObject({ status: 'unknown', why: expect.stringContaining(why) });
  });

  it.each([
    'GIT_DIR',
    'GIT_WORK_TREE',
    'GIT_COMMON_DIR',
    'GIT_INDEX_FILE',
    'GIT_OBJECT_DIRECTORY',
    'GIT_ALTERNATE_OBJECT_DIRECTORIES',
    'GIT_CONFIG_GLOBAL',
    'GIT_CONFIG_SYSTEM',
    'GIT_CONFIG_PARAMETERS',
    'GIT_EXTERNAL_DIFF',
    'GIT_ATTR_SOURCE',
    'GIT_EXEC_PATH',
    'GIT_TRACE',
    'GIT_TRACE2_EVENT',
    'GIT_OF_TOMORROW',
  ])('where %s is set', (name) => {
    const { look, repo } = newPlace();
    expect(look(repo, { [name]: '' })).toMatchObject({
      status: 'unknown',
      why: expect.stringContaining(name),
    });
  });

  it.each([
    'GIT_AUTHOR_NAME',
    'GIT_EDITOR',
    'GIT_SSH_COMMAND',
    'GIT_PS1_SHOWDIRTYSTATE',
    'GIT_COMMIT',
    'GIT_CONFIG_COUNT',
  ])('but it is where %s is', (name) => {
    const { look, repo } = newPlace();
    expect(look(repo, { [name]: '0' }).status).toBe('found');
  });

  it('where a git of the workspace would be started', () => {
    const { base, write } = newPlace();
    chmodSync(write('bin/git', '#!/bin/sh\n'), 0o755);
    const path = [join(base, 'bin'), dirname(GIT)].join(delimiter);
    expect(findGit(path, (directory) => directory === join(base, 'bin'))).toBeUndefined();
    expect(findGit(path, () => false)).toBe(join(base, 'bin/git'));
    expect(findGit(join(base, 'nothing') + delimiter + dirname(GIT), (one) => one.startsWith(base))).toBe(
      GIT,
    );
  });
});

it('git starts nothing to say it, whatever the repository sets', () => {
  const { base, repo, write, look, git } = newPlace();
  const mark = join(base, 'mark');
  const evil = write('evil', `#!/bin/sh\ntouch ${mark}\n`);
  chmodSync(evil, 0o755);
  for (const key of [
    ...'core.fsmonitor core.pager core.editor core.askpass core.sshcommand pager.config diff.external'.split(
      ' ',
    ),
    ...'alias.config alias.count-objects credential.helper gpg.program core.alternaterefscommand'.split(' '),
    ...'filter.x.clean filter.x.process diff.x.textconv merge.x.driver uploadpack.packobjectshook'.split(' '),
  ])
    git('config', key, key.startsWith('alias.') ? `!${evil}` : evil);
  git('config', 'core.hooksPath', base);
  write('repo/.gitattributes', '* filter=x diff=x merge=x\n');
  write('repo/.git/objects/info/alternates', join(base, 'other'));
  expect(look(repo).status).toBe('found');
  expect(existsSync(mark)).toBe(false);
});

describe('git is kept to what was looked at', () => {
  const LAYOUTS: readonly (readonly [string, (place: Place) => string])[] = [
    ['at the top', ({ repo }) => repo],
    ['in a directory', ({ repo }) => join(repo, 'sub')],
    [
      'in a linked work tree',
      (place) => (place.git('worktree', 'add', '-q', '../tree'), join(place.base, 'tree/sub')),
    ],
    ['in a bare repository', bare],
    ['in the git directory', ({ repo }) => join(repo, '.git')],
    [
      'in a submodule',
      ({ base, git }) => (
        git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', base + '/repo', 'inner'),
        join(base, 'repo/inner')
      ),
    ],
    [
      'beside a work tree elsewhere',
      ({ repo, base, git }) => (git('config', 'core.worktree', join(base, 'home')), repo),
    ],
  ];
  const COMMANDS = [
    ...[
      'status -sb',
      'diff HEAD',
      'log -1 --format=%H',
      'ls-files',
      'ls-tree HEAD',
      'grep -n o',
      'branch -a',
      'stash list',
    ],
    ...[
      'rev-parse --show-toplevel',
      'rev-parse --show-prefix',
      'rev-parse --show-cdup',
      'rev-parse --absolute-git-dir',
    ],
    ...[
      'rev-parse --git-dir',
      'rev-parse --is-bare-repository',
      'rev-parse --is-inside-work-tree',
      'worktree list',
    ],
    ...[
      'config --list',
      'show HEAD:f',
      'blame s',
      'check-ignore -v f',
      'diff -- s',
      'diff-files',
      'describe --always',
    ],
  ];

  it.each(LAYOUTS)('%s, and answers the same', (_, build) => {
    const place = newPlace();
    const directory = build(place);
    const report = place.look(directory);
    if (report.status !== 'found') throw new Error(JSON.stringify(report));
    const answers = (more: Readonly<Record<string, string>>) =>
      COMMANDS.map((command) => {
        const script = `git ${command} 2>&1; echo $?`;
        const env = { ...place.env, ...more };
        return `${command}: ${execFileSync('bash', ['-c', script], { cwd: directory, env, encoding: 'utf8' })}`;
      });
    expect(answers(report.pins)).toEqual(answers({}));
  });

  it('and finds no nearer one that has come since', () => {
    const { repo, env, look, gitIn } = newPlace();
    const report = look(join(repo, 'sub'));
    if (report.status !== 'found') throw new Error(JSON.stringify(report));
    gitIn(join(repo, 'sub'), 'init', '-q');
    const options = { cwd: join(repo, 'sub'), env: { ...env, ...report.pins }, encoding: 'utf8' } as const;
    expect(execFileSync(GIT, ['rev-parse', '--show-toplevel'], options).trim()).toBe(repo);
  });

  it('and to none where there was none', () => {
    const { home, env, look, gitIn } = newPlace();
    const report = look(home);
    if (report.status !== 'none') throw new Error(JSON.stringify(report));
    const run = () =>
      spawnSync(GIT, ['status'], { cwd: home, env: { ...env, ...report.pins }, encoding: 'utf8' });
    expect(run().stderr).toBe('fatal: not a git repository (or any of the parent directories): .git\n');
    gitIn(home, 'init', '-q');
    expect(run()).toMatchObject({ status: 128, stdout: '' });
  });

  it('and to none where a name has a colon, in the words of git', () => {
    const { home, env, look, gitIn } = newPlace();
    const cwd = join(home, 'a:b/c');
    mkdirSync(cwd, { recursive: true });
    const report = look(cwd);
    if (report.status !== 'none') throw new Error(JSON.stringify(report));
    const run = () => spawnSync(GIT, ['status'], { cwd, env: { ...env, ...report.pins }, encoding: 'utf8' });
    const message = 'fatal: not a git repository (or any of the parent directories): .git\n';
    expect(run().stderr).toBe(message);
    gitIn(join(home, 'a:b'), 'init', '-q');
    expect(run()).toMatchObject({ status: 128, stdout: '', stderr: message });
    gitIn(cwd, 'init', '-q');
    expect(run()).toMatchObject({ status: 128, stdout: '' });
  });
});

describe('git is asked once, and again', () => {
  /** Counts how often git runs. */
  function counted(place: Place) {
    const log = join(place.base, 'log');
    const program = place.write('count/git', `#!/bin/sh\necho >> ${log}\nexec ${GIT} "$@"\n`);
    chmodSync(program, 0o755);
    let later = 60_000;
    const reader = createRepositoryReader({
      env: place.env,
      git: () => program,
      // So late that no change can share its time with another.
      now: () => Date.now() + later,
    });
    const count = (): number => (existsSync(log) ? readFileSync(log, 'utf8').length : 0);
    return { reader, count, atOnce: () => (later = 0) };
  }

  const CHANGES: readonly (readonly [string, (place: Place) => void])[] = [
    ['a setting is added', ({ git }) => void git('config', 'a.b', 'c')],
    ['the person sets something', ({ home }) => appendFileSync(join(home, '.gitconfig'), '[a]\n\tb = c\n')],
    ['the person has another file of settings', ({ write }) => void write('home/.config/git/config', '')],
    ['an included file appears', ({ write }) => void write('repo/.git/later', EVIL)],
    ['settings of the work tree appear', ({ write }) => void write('repo/.git/config.worktree', EVIL)],
    ['another branch is checked out', ({ git }) => void git('checkout', '-qb', 'other')],
    ['a nearer repository appears', ({ repo, gitIn }) => void gitIn(join(repo, 'sub'), 'init', '-q')],
    [
      'the directory becomes a repository itself',
      ({ write }) => void write('repo/sub/HEAD', 'ref: refs/heads/x\n'),
    ],
    [
      'objects are borrowed',
      ({ write, base }) => void write('repo/.git/objects/info/alternates', `${base}/o\n`),
    ],
    ['the git directory is shared', ({ write }) => void write('repo/.git/commondir', '../x\n')],
    ['the repository goes', ({ repo }) => renameSync(join(repo, '.git'), join(repo, '.gone'))],
  ];

  it.each(CHANGES)('as soon as %s', (_, change) => {
    const place = newPlace();
    appendFileSync(join(place.repo, '.git/config'), '[include]\n\tpath = later\n');
    const { reader, count } = counted(place);
    const directory = join(place.repo, 'sub');
    const first = reader(directory);
    expect(reader(directory)).toBe(first);
    expect(count()).toBe(1);
    change(place);
    reader(directory);
    expect(count()).toBeGreaterThan(1);
  });

  it('while what it named was changed too short a time ago to tell', () => {
    const place = newPlace();
    const { reader, count, atOnce } = counted(place);
    atOnce();
    reader(place.repo);
    reader(place.repo);
    expect(count()).toBe(2);
  });

  it('where there is no repository, as soon as there is one', () => {
    const place = newPlace();
    const { reader, count } = counted(place);
    expect(reader(place.home).status).toBe('none');
    expect(reader(place.home).status).toBe('none');
    expect(count()).toBe(1);
    place.gitIn(place.base, 'init', '-q');
    expect(reader(place.home)).toMatchObject({ status: 'found', workTree: place.base });
  });
});
