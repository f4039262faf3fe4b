import type { FileTouch } from '../file-touch.ts';
import { knownWord } from '../known-word.ts';
import type { Arguments } from '../row.ts';
import { implied } from './route.ts';

/** A sub-command of a package manager, and the files of a project that it rewrites. */
interface Change {
  /** All words of it: `pkg set`. */
  readonly verbs: RegExp;
  readonly files: readonly string[];
  /** Only when something follows: `npm install` reads the manifest, `npm install x` changes it. */
  readonly isForNames?: true;
}

interface Manager {
  /** Options before the sub-command whose value is the next word. */
  readonly values: RegExp;
  /** Of these, the options that name the directory of the project. */
  readonly places: RegExp;
  readonly changes: readonly Change[];
}

const words = (text: string): readonly string[] => text.split(' ');
const changes = (verbs: string, files: string, more?: Pick<Change, 'isForNames'>): Change => ({
  verbs: new RegExp(`^(?:${verbs})(?: |$)`, 'u'),
  files: words(files),
  ...more,
});
const named = { isForNames: true } as const;

const NODE_VALUES = /^(?:--prefix|-C|--dir|--cwd|-w|--workspace|-F|--filter|--registry|--loglevel|--cache)$/u;
const NODE_PLACES = /^(?:--prefix|-C|--dir|--cwd)$/u;
const NO_VALUES = /^$/u;
const NPM_LOCKS = 'package-lock.json npm-shrinkwrap.json';
const DENO = 'deno.json deno.jsonc package.json deno.lock';

const npm: Manager = {
  values: NODE_VALUES,
  places: NODE_PLACES,
  changes: [
    changes('i|in|ins|install|add|it|install-test', `package.json`, named),
    changes(
      'i|in|ins|install|add|it|install-test|update|up|upgrade|dedupe|ddp|prune|audit fix|shrinkwrap',
      NPM_LOCKS,
    ),
    changes('un|uninstall|unlink|rm|r|remove|version|verison|init|create|innit', `package.json ${NPM_LOCKS}`),
    changes('pkg (?:set|delete|fix)', 'package.json'),
  ],
};

const managers: ReadonlyMap<string, Manager> = new Map<string, Manager>([
  ['npm', npm],
  [
    'pnpm',
    {
      ...npm,
      changes: [
        changes('i|install', 'package.json pnpm-workspace.yaml', named),
        changes('i|install|dedupe|prune|import|audit --fix', 'pnpm-lock.yaml'),
        changes(
          'add|rm|remove|un|uninstall|up|update|upgrade|link|ln|unlink|init|version',
          'package.json pnpm-lock.yaml pnpm-workspace.yaml',
        ),
        changes('pkg (?:set|delete|fix)', 'package.json'),
      ],
    },
  ],
  [
    'yarn',
    {
      values: NODE_VALUES,
      places: NODE_PLACES,
      changes: [
        changes(
          '(?:workspace \\S+ )?(?:add|remove|up|upgrade|upgrade-interactive|link|unlink|init|version|set version)',
          'package.json yarn.lock',
        ),
        changes('install|dedupe|import', 'yarn.lock'),
      ],
    },
  ],
  [
    'bun',
    {
      values: /^(?:--cwd|--filter|-c|--config)$/u,
      places: /^--cwd$/u,
      changes: [
        changes('i|install', 'package.json', named),
        changes('i|install', 'bun.lock bun.lockb'),
        changes(
          'a|add|rm|r|remove|uninstall|up|update|link|init|patch|pm (?:pkg|version|trust|migrate)',
          'package.json bun.lock bun.lockb',
        ),
      ],
    },
  ],
  [
    'deno',
    {
      values: NO_VALUES,
      places: NO_VALUES,
      changes: [
        changes('i|install', DENO, named),
        changes(
          'add|rm|remove|uninstall|update|init|approve-scripts|outdated (?:-\\S+ )*(?:-u|--update)',
          DENO,
        ),
        changes('i|install|cache', 'deno.lock'),
      ],
    },
  ],
  ['corepack', { values: /^--cwd$/u, places: /^--cwd$/u, changes: [changes('use|up', 'package.json')] }],
  [
    'cargo',
    {
      values: /^(?:-C|--config|-Z|--color)$/u,
      places: /^-C$/u,
      changes: [
        changes('add|rm|remove|init|upgrade|set-version', 'Cargo.toml Cargo.lock'),
        changes('update|generate-lockfile|fetch', 'Cargo.lock'),
      ],
    },
  ],
  [
    'go',
    {
      values: /^-C$/u,
      places: /^-C$/u,
      changes: [
        changes('get|mod (?:tidy|edit|init|download|vendor)', 'go.mod go.sum'),
        changes('work (?:init|use|edit|sync|vendor)', 'go.work go.work.sum'),
      ],
    },
  ],
  [
    'uv',
    {
      values: /^(?:--directory|--project|--config-file|-p|--python)$/u,
      places: /^--(?:directory|project)$/u,
      changes: [
        changes('add|remove|init|version', 'pyproject.toml uv.lock'),
        changes('lock|sync|run', 'uv.lock'),
      ],
    },
  ],
  [
    'poetry',
    {
      values: /^(?:-C|--directory|-P|--project)$/u,
      places: /^(?:-C|--directory|-P|--project)$/u,
      changes: [
        changes('add|remove|init|version', 'pyproject.toml poetry.lock'),
        changes('update|lock', 'poetry.lock'),
      ],
    },
  ],
  [
    'pdm',
    {
      values: /^(?:-p|--project)$/u,
      places: /^(?:-p|--project)$/u,
      changes: [
        changes('add|remove|init|import|update', 'pyproject.toml pdm.lock'),
        changes('install|lock', 'pdm.lock'),
      ],
    },
  ],
  [
    'composer',
    {
      values: /^(?:-d|--working-dir)$/u,
      places: /^(?:-d|--working-dir)$/u,
      changes: [
        changes('require|req|r|remove|rm|uninstall|init|bump|config', 'composer.json composer.lock'),
        changes('update|u|upgrade|install|i', 'composer.lock'),
      ],
    },
  ],
  [
    'bundle',
    {
      values: NO_VALUES,
      places: NO_VALUES,
      changes: [
        changes('add|remove|init|inject', 'Gemfile Gemfile.lock'),
        changes('install|update|lock', 'Gemfile.lock'),
      ],
    },
  ],
]);

/** With one of these, nothing of the project is rewritten. */
const KEEPS = /^(?:-g|--global|--dry-run|--no-save|--frozen-lockfile|--frozen|--immutable|--locked)$/u;
/** One of these may take that back: the last one counts. */
const TAKES_BACK = /^--(?:no-(?:global|dry-run|frozen|immutable|locked)|save|location|[\w-]+=)/u;

/** The manifest and the lock file that a package manager rewrites: `npm install x` writes `package.json`. */
export function manifestTouches(name: string, argv: Arguments): readonly FileTouch[] {
  const manager = managers.get(name);
  if (manager === undefined) return [];
  const given = argv.slice(1).map(knownWord);
  const isKept = given.some((word) => KEEPS.test(word ?? ''));
  if (isKept && !given.some((word) => TAKES_BACK.test(word ?? ''))) return [];
  const place = placeIn(given, manager);
  const text = given
    .slice(startOfVerb(given, manager))
    .map((word) => word ?? '?')
    .join(' ');
  return manager.changes
    .filter((change) => doesChange(change, text))
    .flatMap(({ files }) =>
      files.map((file) => implied('write', place === undefined ? file : `${place}/${file}`, { index: 0 })),
    );
}

function doesChange({ verbs, isForNames }: Change, text: string): boolean {
  const found = verbs.exec(text);
  if (found === null) return false;
  const rest = text.slice(found[0].length).split(' ');
  return isForNames !== true || rest.some((word) => word !== '' && !word.startsWith('-'));
}

function startOfVerb(given: readonly (string | undefined)[], { values }: Manager): number {
  let at = 0;
  while (given[at]?.startsWith('-') === true) at += values.test(given[at] ?? '') ? 2 : 1;
  return at;
}

/** `--prefix dir`, `--prefix=dir`, wherever it stands. */
function placeIn(given: readonly (string | undefined)[], { places }: Manager): string | undefined {
  for (const [at, word] of given.entries()) {
    const [option = '', ...value] = (word ?? '').split('=');
    if (places.test(option)) return value.length > 0 ? value.join('=') : given[at + 1];
  }
  return undefined;
}
