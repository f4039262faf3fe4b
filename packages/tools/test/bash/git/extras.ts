import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Place } from './places.ts';
import { OUTSIDE, type World } from './world.ts';

type Add = (world: World, place: Place) => void;

const ATTRIBUTES = '* filter=evil diff=evil merge=evil\n';

/** What an attacker puts into a repository beside its configuration. */
const EXTRAS = {
  'attributes in the tree': (_, { workspace }) =>
    writeFileSync(join(workspace, '.gitattributes'), ATTRIBUTES),
  'attributes of the repository': (_, { gitDirectory }) => inInfo(gitDirectory, 'attributes', ATTRIBUTES),
  'attributes in a directory': ({ work }) => writeFileSync(join(work, 'dir', '.gitattributes'), ATTRIBUTES),
  hooks: ({ evil }, { gitDirectory }) =>
    cpSync(join(evil, 'hooks'), join(gitDirectory, 'hooks'), { recursive: true }),
  'objects of a repository outside': ({ outside, git }, { gitDirectory }) => {
    const theirs = git(join(outside, 'repository'), 'rev-parse', 'main');
    inInfo(join(gitDirectory, 'objects'), 'alternates', `${outside}/repository/.git/objects\n`);
    mkdirSync(join(gitDirectory, 'refs', 'heads'), { recursive: true });
    writeFileSync(join(gitDirectory, 'refs', 'heads', 'theirs'), theirs);
  },
  'a link to objects outside': ({ outside, git }, { gitDirectory }) => {
    const theirs = git(join(outside, 'repository'), 'rev-parse', 'main');
    const objects = join(outside, 'repository', '.git', 'objects');
    for (const name of readdirSync(objects)) {
      const path = join(gitDirectory, 'objects', name);
      rmSync(path, { recursive: true, force: true });
      mkdirSync(join(gitDirectory, 'objects'), { recursive: true });
      symlinkSync(join(objects, name), path);
    }
    mkdirSync(join(gitDirectory, 'refs', 'heads'), { recursive: true });
    writeFileSync(join(gitDirectory, 'refs', 'heads', 'theirs'), theirs);
  },
  'links to single objects outside': ({ outside, git }, { gitDirectory }) => {
    const theirs = git(join(outside, 'repository'), 'rev-parse', 'main');
    const objects = join(outside, 'repository', '.git', 'objects');
    for (const path of readdirSync(objects, { recursive: true, encoding: 'utf8' })) {
      if (!path.includes('/')) continue;
      mkdirSync(join(gitDirectory, 'objects', path, '..'), { recursive: true });
      link(join(objects, path), join(gitDirectory, 'objects', path));
    }
    mkdirSync(join(gitDirectory, 'refs', 'heads'), { recursive: true });
    writeFileSync(join(gitDirectory, 'refs', 'heads', 'theirs'), theirs);
  },
  'configuration that is a link': ({ outside }, { gitDirectory }) => {
    const text = `[core]\n\trepositoryFormatVersion = 0\n\tbare = false\n[user]\n\tname = ${OUTSIDE}\n`;
    writeFileSync(join(outside, 'config'), text);
    link(join(outside, 'config'), join(gitDirectory, 'config'));
  },
  'a log that is a link': ({ outside }, { gitDirectory }) => {
    const line = `${'0'.repeat(40)} ${'1'.repeat(40)} A <a@example.com> 1700000000 +0000\t${OUTSIDE}\n`;
    writeFileSync(join(outside, 'log'), line);
    mkdirSync(join(gitDirectory, 'logs'), { recursive: true });
    link(join(outside, 'log'), join(gitDirectory, 'logs', 'HEAD'));
  },
  'exclusions that are a link': ({ outside }, { gitDirectory }) => {
    writeFileSync(join(outside, 'exclude'), `*.txt # ${OUTSIDE}\n*\n`);
    mkdirSync(join(gitDirectory, 'info'), { recursive: true });
    link(join(outside, 'exclude'), join(gitDirectory, 'info', 'exclude'));
  },
  'attributes that are a link': ({ outside }, { gitDirectory }) => {
    mkdirSync(join(gitDirectory, 'info'), { recursive: true });
    link(join(outside, 'file'), join(gitDirectory, 'info', 'attributes'));
  },
  'packed references that are a link': ({ outside, git }, { gitDirectory }) => {
    const repository = join(outside, 'repository');
    git(repository, 'pack-refs', '--all');
    link(join(repository, '.git', 'packed-refs'), join(gitDirectory, 'packed-refs'));
  },
  'an index that is a link': ({ outside }, { gitDirectory }) =>
    link(join(outside, 'repository', '.git', 'index'), join(gitDirectory, 'index')),
  'a HEAD that is a link': ({ outside }, { gitDirectory }) =>
    link(join(outside, 'file'), join(gitDirectory, 'HEAD')),
  'references that are a link': ({ outside }, { gitDirectory }) => {
    rmSync(join(gitDirectory, 'refs'), { recursive: true, force: true });
    symlinkSync(join(outside, 'repository', '.git', 'refs'), join(gitDirectory, 'refs'));
  },
  'a link to a directory outside': ({ outside }, { workspace }) =>
    link(join(outside, 'dir'), join(workspace, 'link')),
  'a link to a file outside': ({ outside }, { workspace }) =>
    link(join(outside, 'file'), join(workspace, 'link.txt')),
  'a link in place of a directory': ({ outside, work }) => {
    // The repository that commands are to run in.
    if (existsSync(join(work, 'dir', '.git'))) return;
    rmSync(join(work, 'dir'), { recursive: true, force: true });
    symlinkSync(join(outside, 'dir'), join(work, 'dir'));
  },
  'a link in place of a file': ({ outside, work }) => link(join(outside, 'file'), join(work, 'a.txt')),
  'links in place of files that git reads': ({ outside, work }) => {
    for (const name of ['.gitattributes', '.gitignore', '.mailmap', '.gitmodules']) {
      link(join(outside, 'file'), join(work, name));
    }
  },
  'paths outside in the index, for a tree at the root': ({ outside, work, git }, { gitDirectory, cwd }) => {
    writeFileSync(join(work, 'a.txt'), '');
    try {
      const blob = git(cwd, 'rev-parse', 'HEAD:a.txt').trim();
      for (const path of [join(outside, 'file'), 'file', 'c.txt']) {
        git(cwd, 'update-index', '--add', '--cacheinfo', `100644,${blob},${path.replace(/^\//, '')}`);
      }
    } catch {
      // Git uses no repository here.
    }
    appendFileSync(join(gitDirectory, 'config'), '[core]\n\tworktree = /\n');
  },
  'a partial clone of a program': ({ evil }, { gitDirectory }) => {
    appendFileSync(
      join(gitDirectory, 'config'),
      [
        '[core]\n\trepositoryFormatVersion = 1\n[extensions]\n\tpartialClone = origin',
        `[remote "origin"]\n\tpromisor = true\n\turl = ext::${evil}/program\n[protocol]\n\tallow = always\n`,
      ].join('\n'),
    );
    const objects = join(gitDirectory, 'objects');
    if (!existsSync(objects)) return;
    for (const name of readdirSync(objects).filter((one) => /^[0-7]/.test(one))) {
      rmSync(join(objects, name), { recursive: true });
    }
  },
  'a repository within that runs programs': ({ work, evil, git }, { cwd }) => {
    const inner = join(work, 'inner');
    mkdirSync(inner);
    writeFileSync(join(inner, 'c.txt'), 'one\n');
    git(inner, 'init', '-q', '--template=');
    git(inner, 'add', '.');
    git(inner, 'commit', '-qm', 'inner');
    writeFileSync(join(inner, 'c.txt'), 'changed\n');
    const commit = git(inner, 'rev-parse', 'HEAD').trim();
    try {
      git(cwd, 'update-index', '--add', '--cacheinfo', `160000,${commit},inner`);
    } catch {
      // Git uses no repository here.
    }
    const program = `${evil}/program`;
    appendFileSync(
      join(inner, '.git', 'config'),
      `[core]\n\tfsmonitor = ${program}\n\tpager = ${program}\n[filter "evil"]\n\tclean = ${program}\n`,
    );
    writeFileSync(join(inner, '.gitattributes'), ATTRIBUTES);
  },
} satisfies Record<string, Add>;

export type ExtraName = keyof typeof EXTRAS;

const adds = new Map<string, Add>(Object.entries(EXTRAS));

export const extras = Object.keys(EXTRAS).filter((name): name is ExtraName => Object.hasOwn(EXTRAS, name));

export function addExtra(name: ExtraName, world: World, place: Place): void {
  adds.get(name)?.(world, place);
}

function inInfo(directory: string, name: string, text: string): void {
  mkdirSync(join(directory, 'info'), { recursive: true });
  writeFileSync(join(directory, 'info', name), text);
}

function link(target: string, path: string): void {
  rmSync(path, { recursive: true, force: true });
  symlinkSync(target, path);
}
