import { appendFileSync, cpSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { World } from './world.ts';

/** Where a repository lies, and where in it commands run. */
export interface Place {
  readonly workspace: string;
  readonly cwd: string;
  /** The repository that git uses there, where an attacker can write to it. */
  readonly gitDirectory: string;
  /** Directories outside the workspace that belong to it by the word of someone else than the workspace. */
  readonly own: readonly string[];
}

type Make = (world: World) => Partial<Place>;

/** Arrangements that people have. */
const BENIGN = {
  plain: () => ({}),
  subdirectory: ({ work }) => ({ cwd: join(work, 'dir') }),
  'git file, relative': (world) => gitFile(world, 'gitdir: store\n'),
  'git file, absolute': (world) => gitFile(world, `gitdir: ${world.work}/store\n`),
  'linked worktree in the workspace': ({ work, git }) => {
    git(work, 'worktree', 'add', '-q', '--detach', 'tree');
    return { cwd: join(work, 'tree') };
  },
  'linked worktree beside its main repository': ({ work, root, git }) => {
    git(work, 'worktree', 'add', '-q', '--detach', '../tree');
    const workspace = join(root, 'tree');
    return { workspace, cwd: workspace, own: [join(work, '.git')] };
  },
  'submodule, from above': (world) => {
    addSubmodule(world);
    return {};
  },
  'submodule, from within': (world) => {
    addSubmodule(world);
    return { cwd: join(world.work, 'sub'), gitDirectory: join(world.work, '.git', 'modules', 'sub') };
  },
  'repository in a repository': ({ work }) => {
    cpSync(join(work, '.git'), join(work, 'dir', '.git'), { recursive: true });
    return { cwd: join(work, 'dir'), gitDirectory: join(work, 'dir', '.git') };
  },
  'no repository': ({ work }) => {
    rmSync(join(work, '.git'), { recursive: true });
    return { gitDirectory: join(work, 'dir') };
  },
} satisfies Record<string, Make>;

/** Arrangements that mislead whoever looks for the repository by rules of their own, or that point elsewhere. */
const MISLEADING = {
  'empty .git inside': ({ work }) => {
    mkdirSync(join(work, 'dir', '.git'));
    return { cwd: join(work, 'dir') };
  },
  '.git inside with nothing but a configuration': ({ work }) => {
    mkdirSync(join(work, 'dir', '.git'));
    writeFileSync(join(work, 'dir', '.git', 'config'), '[core]\n\tbare = false\n');
    return { cwd: join(work, 'dir') };
  },
  '.git inside whose HEAD is invalid': ({ work }) => {
    for (const name of ['objects', 'refs']) mkdirSync(join(work, 'dir', '.git', name), { recursive: true });
    writeFileSync(join(work, 'dir', '.git', 'HEAD'), 'nothing\n');
    return { cwd: join(work, 'dir') };
  },
  'garbage in a .git file inside': ({ work }) => {
    writeFileSync(join(work, 'dir', '.git'), 'nothing\n');
    return { cwd: join(work, 'dir') };
  },
  'git file without an end of line': (world) => gitFile(world, 'gitdir: store'),
  'git file with a carriage return': (world) => gitFile(world, 'gitdir: store\r\n'),
  'git file with two ends of line': (world) => gitFile(world, 'gitdir: store\n\n'),
  'git file with a blank at its end': (world) => {
    const place = gitFile(world, 'gitdir: store \n');
    cpSync(place.gitDirectory, `${place.gitDirectory} `, { recursive: true });
    return { gitDirectory: `${place.gitDirectory} ` };
  },
  'git file with a carriage return in the name': (world) => {
    const place = gitFile(world, 'gitdir: store\r\r\n');
    cpSync(place.gitDirectory, `${place.gitDirectory}\r`, { recursive: true });
    return { gitDirectory: `${place.gitDirectory}\r` };
  },
  'git file to a repository outside': (world) => {
    rmSync(join(world.work, '.git'), { recursive: true });
    writeFileSync(join(world.work, '.git'), `gitdir: ${world.outside}/repository/.git\n`);
    return { gitDirectory: join(world.work, 'dir') };
  },
  'link to a git directory inside': ({ work }) => {
    renameSync(join(work, '.git'), join(work, 'store'));
    symlinkSync('store', join(work, '.git'));
    return { gitDirectory: join(work, 'store') };
  },
  'link to a git directory outside': ({ work, outside }) => {
    rmSync(join(work, '.git'), { recursive: true });
    symlinkSync(join(outside, 'repository', '.git'), join(work, '.git'));
    return { gitDirectory: join(work, 'dir') };
  },
  'bare repository': (world) => {
    const { work } = world;
    renameSync(join(work, '.git'), join(work, 'bare.git'));
    world.git(work, '--git-dir=bare.git', 'config', 'core.bare', 'true');
    return { cwd: join(work, 'bare.git'), gitDirectory: join(work, 'bare.git') };
  },
  'repository without .git, an invalid one beside it': (world) => {
    const { work, git } = world;
    cpSync(join(work, '.git'), work, { recursive: true });
    for (const name of ['HEAD', 'objects', 'refs']) rmSync(join(work, '.git', name), { recursive: true });
    git(work, 'config', '-f', 'config', 'core.bare', 'false');
    git(work, 'config', '-f', 'config', 'core.worktree', work);
    return { gitDirectory: work };
  },
  'files of a bare repository in a directory': ({ work }) => {
    cpSync(join(work, '.git'), join(work, 'dir'), { recursive: true });
    return { cwd: join(work, 'dir'), gitDirectory: join(work, 'dir') };
  },
  'commondir with a blank at its end': ({ work }) => commondir(work, './safe \n', 'safe '),
  'commondir with a carriage return': ({ work }) => commondir(work, './safe\r\n', 'safe'),
  'commondir that is a link': ({ work }) => {
    commondir(work, './safe\n', 'safe');
    renameSync(join(work, '.git', 'commondir'), join(work, '.git', 'linked'));
    symlinkSync('linked', join(work, '.git', 'commondir'));
    return { gitDirectory: join(work, '.git', 'safe') };
  },
  'commondir that is empty': ({ work }) => {
    writeFileSync(join(work, '.git', 'commondir'), '');
    return {};
  },
  'commondir outside': ({ work, outside }) => {
    writeFileSync(join(work, '.git', 'commondir'), `${outside}/repository/.git\n`);
    return {};
  },
  'forged worktree of a repository outside': ({ work, outside }) => {
    renameSync(join(work, '.git'), join(work, 'forged'));
    writeFileSync(join(work, '.git'), 'gitdir: forged\n');
    writeFileSync(join(work, 'forged', 'gitdir'), `${work}/.git\n`);
    writeFileSync(join(work, 'forged', 'commondir'), `${outside}/repository/.git\n`);
    return { gitDirectory: join(work, 'forged') };
  },
  'workspace in a larger repository': ({ work, root }) => {
    const workspace = join(work, 'dir');
    return { workspace, cwd: workspace, own: [join(root, 'work', '.git')] };
  },
} satisfies Record<string, Make>;

export type BenignPlaceName = keyof typeof BENIGN;
export type PlaceName = BenignPlaceName | keyof typeof MISLEADING;

const makes = new Map<string, Make>(Object.entries({ ...BENIGN, ...MISLEADING }));
const isName =
  <Name extends string>(places: Record<Name, Make>) =>
  (name: string): name is Name =>
    Object.hasOwn(places, name);

export const benignPlaces = Object.keys(BENIGN).filter(isName(BENIGN));
export const misleadingPlaces = Object.keys(MISLEADING).filter(isName(MISLEADING));

/** Rearranges the world's repository. */
export function makePlace(name: PlaceName, world: World): Place {
  const made = makes.get(name)?.(world) ?? {};
  const { work } = world;
  return { workspace: work, cwd: work, gitDirectory: join(work, '.git'), own: [], ...made };
}

function gitFile({ work }: World, text: string): { readonly gitDirectory: string } {
  const store = join(work, 'store');
  renameSync(join(work, '.git'), store);
  appendFileSync(join(store, 'info', 'exclude'), '/store*\n');
  writeFileSync(join(work, '.git'), text);
  return { gitDirectory: store };
}

/** The repository's common part moves to `name`, beside a decoy that a reader finds who trims. */
function commondir(work: string, text: string, name: string): { readonly gitDirectory: string } {
  const top = join(work, '.git');
  for (const copy of new Set(['safe', name])) {
    mkdirSync(join(top, copy));
    for (const part of ['HEAD', 'config', 'refs', 'objects', 'info']) {
      cpSync(join(top, part), join(top, copy, part), { recursive: true });
    }
  }
  writeFileSync(join(top, 'commondir'), text);
  return { gitDirectory: join(top, name) };
}

function addSubmodule({ work, git }: World): void {
  const modules = join(work, '.git', 'modules');
  const commit = git(work, 'rev-parse', 'other').trim();
  git(work, 'worktree', 'add', '-q', '--detach', 'sub', 'other');
  rmSync(join(work, '.git', 'worktrees'), { recursive: true });
  mkdirSync(modules);
  cpSync(join(work, '.git'), join(work, 'sub.git'), {
    recursive: true,
    filter: (path) => !path.startsWith(modules),
  });
  renameSync(join(work, 'sub.git'), join(modules, 'sub'));
  writeFileSync(join(work, 'sub', '.git'), 'gitdir: ../.git/modules/sub\n');
  git(join(work, 'sub'), 'config', 'core.worktree', '../../../sub');
  git(join(work, 'sub'), 'reset', '-q', '--hard', commit);
  writeFileSync(
    join(work, '.gitmodules'),
    '[submodule "sub"]\n\tpath = sub\n\turl = https://example.com/sub\n',
  );
  git(work, 'update-index', '--add', '--cacheinfo', `160000,${commit},sub`);
  appendFileSync(
    join(work, '.git', 'config'),
    '[submodule "sub"]\n\turl = https://example.com/sub\n\tactive = true\n',
  );
}
