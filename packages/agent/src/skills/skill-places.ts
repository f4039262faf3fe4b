import type { PluginDirectories } from '@sluice/base';
import { dirname, join, relative, sep } from 'node:path';
import { peerPlaces } from '../definitions/peer-places.ts';
import type { SkillOrigin } from './skill.ts';

type SkillFormat = 'skills' | 'commands' | 'toml-commands';

/** A directory in which skills or commands may be. */
export interface SkillPlace {
  /** Absolute. */
  readonly directory: string;
  readonly format: SkillFormat;
  readonly origin: SkillOrigin;
  /** Files selected by a project must be in this directory. Undefined: the user selected them. */
  readonly scope: string | undefined;
  /** Read only if the user trusts the project. */
  readonly needsTrust: boolean;
  /** Goes before the name if another skill has it: `api:deploy`. Undefined: there is no such name. */
  readonly prefix?: string | undefined;
  /** The prefix always goes before the name. Default false. */
  readonly isPrefixed?: boolean;
  /** Of the plugin that it belongs to. Default: it belongs to none. */
  readonly plugin?: PluginDirectories | undefined;
}

interface Row {
  /** Below a project's directory. Undefined: there is no such place. */
  readonly project: string | undefined;
  /** Below the home. */
  readonly user: string | undefined;
  readonly format: SkillFormat;
  readonly isOthers?: boolean;
}

/** What comes first wins. */
const PLACES: readonly Row[] = [
  { project: '.sluice/skills', user: undefined, format: 'skills' },
  { project: '.claude/skills', user: undefined, format: 'skills' },
  { project: '.sluice/commands', user: undefined, format: 'commands' },
  { project: '.claude/commands', user: undefined, format: 'commands' },
];

/** Places of other programs, and those that several share. */
const OTHERS: readonly Row[] = peerPlaces('skills', 'commands').map(
  ({ program, kind, project, user, isToml = false }) => ({
    ...{ project, user, isOthers: program !== 'shared' },
    format: isToml ? 'toml-commands' : kind === 'skills' ? 'skills' : 'commands',
  }),
);

interface SkillPlaceOptions {
  /** Absolute and real. */
  readonly cwd: string;
  /** Absolute: the top of the project, at or above `cwd`. */
  readonly root: string;
  readonly home: string;
  /** Absolute: the user's configuration directories, such as `~/.claude`. */
  readonly userDirectories: readonly string[];
  /** Absolute: those of an administrator. */
  readonly managedDirectories: readonly string[];
  /** Absolute: further directories of the workspace. */
  readonly additionalDirectories: readonly string[];
  /** Absolute: directories below `cwd` whose skills apply, since a call has named a file in them. */
  readonly nestedDirectories: readonly string[];
  /** Directories that the person has named, with what goes before the names in them. */
  readonly plugins: readonly { readonly name: string; readonly directories: PluginDirectories }[];
  readonly readsUser: boolean;
  readonly readsProject: boolean;
}

/** All directories that may contain skills or commands. If two define the same name, the first wins. */
export function skillPlaces(options: SkillPlaceOptions): readonly SkillPlace[] {
  const { cwd, root, home, additionalDirectories, readsUser, readsProject } = options;
  const projects: readonly string[] = readsProject
    ? [...directoriesUpTo(cwd, root, home), ...additionalDirectories]
    : [];
  const nested = readsProject ? options.nestedDirectories : [];
  const ofConfig = (directory: string, origin: SkillOrigin): readonly SkillPlace[] =>
    (['skills', 'commands'] as const).map((format) => ({
      ...{ directory: join(directory, format), format, origin, scope: undefined, needsTrust: false },
    }));
  const ofProjects = (rows: readonly Row[], directories = projects): readonly SkillPlace[] =>
    directories.flatMap((directory) =>
      rows.flatMap(({ project, format, isOthers = false }): readonly SkillPlace[] =>
        project === undefined
          ? []
          : [
              {
                directory: join(directory, project),
                format,
                origin: 'project',
                scope: directory,
                needsTrust: isOthers,
                prefix: nested.includes(directory)
                  ? relative(cwd, directory).split(sep).join(':')
                  : undefined,
              },
            ],
      ),
    );
  const users = readsUser ? OTHERS : [];
  return [
    ...options.managedDirectories.flatMap((directory) => ofConfig(directory, 'managed')),
    ...(readsUser ? options.userDirectories : []).flatMap((directory) => ofConfig(directory, 'user')),
    ...ofProjects(PLACES),
    ...ofProjects(PLACES, nested),
    ...options.plugins.flatMap(({ name, directories }) =>
      ofConfig(directories.root, 'user').map((place) => ({
        ...place,
        prefix: name,
        isPrefixed: true,
        plugin: directories,
      })),
    ),
    ...ofProjects(OTHERS),
    ...users.flatMap(({ user, format }): readonly SkillPlace[] =>
      user === undefined
        ? []
        : [{ directory: join(home, user), format, origin: 'user', scope: undefined, needsTrust: false }],
    ),
  ];
}

/** From `cwd` up to the root. The home directory contains the user's own, not a project's. */
function directoriesUpTo(cwd: string, root: string, home: string): readonly string[] {
  const directories: string[] = [];
  for (let at = cwd; ; at = dirname(at)) {
    if (at !== home) directories.push(at);
    if (at === root || at === dirname(at)) return directories;
  }
}
