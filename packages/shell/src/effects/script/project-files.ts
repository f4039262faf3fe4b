import { gitHooks, isOfEveryChange } from './git-hooks.ts';

const list = (text: string): readonly string[] => text.split(' ');

const MAKEFILES = list('GNUmakefile makefile Makefile');
const COMPOSE = list('compose.yaml compose.yml docker-compose.yaml docker-compose.yml');
const PYTHON = list('pyproject.toml setup.cfg setup.py');
const PACKAGE = ['package.json'];
const GRADLE = list('build.gradle build.gradle.kts settings.gradle settings.gradle.kts gradle.properties');

/** A config file of a tool that node runs, in each form. */
const config = (name: string): readonly string[] => [
  ...['js', 'cjs', 'mjs', 'ts', 'mts', 'cts', 'json'].map((end) => `${name}.config.${end}`),
  ...PACKAGE,
];

/** Programs that run what a file of the directory says, by the names of that file. */
const FILES: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['make', MAKEFILES],
  ['gmake', MAKEFILES],
  ['npm', [...PACKAGE, '.npmrc']],
  ['npx', [...PACKAGE, '.npmrc']],
  ['pnpm', [...PACKAGE, '.npmrc', 'pnpm-workspace.yaml', '.pnpmfile.cjs']],
  ['yarn', [...PACKAGE, '.npmrc', '.yarnrc', '.yarnrc.yml', '.pnp.cjs']],
  ['bun', [...PACKAGE, '.npmrc', 'bunfig.toml']],
  ['deno', list('deno.json deno.jsonc package.json')],
  ['just', list('justfile Justfile .justfile')],
  ['rake', list('Rakefile rakefile Rakefile.rb rakefile.rb')],
  ['bundle', ['Gemfile']],
  ['task', list('Taskfile.yml Taskfile.yaml')],
  ['ninja', ['build.ninja']],
  ['cmake', ['CMakeLists.txt']],
  ['meson', ['meson.build']],
  ['scons', ['SConstruct']],
  ['cargo', list('Cargo.toml build.rs .cargo/config.toml')],
  ['pytest', [...PYTHON, 'conftest.py', 'pytest.ini', 'tox.ini']],
  ['tox', [...PYTHON, 'tox.ini']],
  ['nox', ['noxfile.py']],
  ['invoke', ['tasks.py']],
  ['pip', PYTHON],
  ['uv', [...PYTHON, 'uv.toml']],
  ['poetry', PYTHON],
  ['gradle', GRADLE],
  ['mvn', list('pom.xml .mvn/jvm.config .mvn/maven.config .mvn/extensions.xml')],
  ['ant', ['build.xml']],
  ['mix', ['mix.exs']],
  ['composer', ['composer.json']],
  ['vagrant', ['Vagrantfile']],
  ['swift', ['Package.swift']],
  ['zig', ['build.zig']],
  ['docker', ['Dockerfile', ...COMPOSE]],
  ['podman', ['Dockerfile', 'Containerfile', ...COMPOSE]],
  ['docker-compose', COMPOSE],
  ['pre-commit', ['.pre-commit-config.yaml']],
  ['lefthook', list('lefthook.yml .lefthook.yml')],
  ['grunt', ['Gruntfile.js']],
  ['gulp', ['gulpfile.js']],
  ...list('jest vitest vite webpack rollup eslint prettier tailwind postcss').map(
    (name) => [name, config(name)] as const,
  ),
]);

/** Programs that look for their file in the directories above, too. */
const LOOKING_ABOVE = new Set(list('node npm npx pnpm yarn bun cargo just git pytest jest vitest eslint'));

/** As many directories above are tried. */
const ABOVE = ['', '../', '../../', '../../../'];

/** Options that name such a file, and its directory: `make -f build.mk`, `npm --prefix web`. */
const FILE_OPTIONS = {
  letters: 'fcr',
  long: list('--file --makefile --justfile --rakefile --taskfile --userconfig --config --rcfile --rootdir'),
};
const DIRECTORY_OPTIONS = { letters: 'CdS', long: list('--directory --prefix --dir --cwd') };

const CERTAIN = /^(?:-C$|--(?:directory|prefix|dir|cwd)(?:=|$))/u;

/** More directories, each within the one before, are not tried. */
const MAX_DIRECTORIES = 8;

/**
 * Files that say what a program of a project runs, relative to where it runs: those of its directory, and those that its words name. None for
 * other programs.
 */
export function projectFiles(program: string, words: readonly (string | undefined)[]): readonly string[] {
  const names = program === 'git' ? ofGit(words) : program === 'node' ? ofNode(words) : FILES.get(program);
  if (names === undefined) return [];
  const files = valuesOf(words, FILE_OPTIONS);
  const directories = new Set(['']);
  for (const value of valuesOf(words, DIRECTORY_OPTIONS).slice(0, MAX_DIRECTORIES)) {
    const within = value.startsWith('/') ? [''] : [...directories];
    for (const place of within)
      if (directories.size < 2 * MAX_DIRECTORIES) directories.add(`${place}${value.replace(/\/+$/u, '')}/`);
  }
  // Letters in one word may mean something else.
  if (words.some((word) => CERTAIN.test(word ?? ''))) directories.delete('');
  const places = LOOKING_ABOVE.has(program) ? ABOVE : [''];
  const all = [...files, ...places.flatMap((place) => names.map((name) => place + name))];
  const found = [...directories].flatMap((directory) =>
    all.map((name) => (name.startsWith('/') ? name : directory + name)),
  );
  return [...new Set(found)];
}

/** The values of options, however they are spelled: `-sf x`, `-fx`, `--mak=x`. A letter counts in each of its meanings. */
function valuesOf(
  words: readonly (string | undefined)[],
  { letters, long }: { readonly letters: string; readonly long: readonly string[] },
): readonly string[] {
  return words.flatMap((word = '', index) => {
    const next = words[index + 1];
    const [, name = '', value] = /^(--[\w-]+)(?:=([^]*))?$/u.exec(word) ?? [];
    if (name !== '') {
      const isOne = long.some((one) => one.startsWith(name));
      return isOne ? (value ?? next ?? []) : [];
    }
    const [bundle = ''] = /^-[A-Za-z]+/u.exec(word) ?? [];
    return bundle.split('').flatMap((letter, at) => {
      if (!letters.includes(letter)) return [];
      const rest = word.slice(at + 1).replace(/^=/u, '');
      return (rest === '' ? next : rest) ?? [];
    });
  });
}

/** `node --run test` */
function ofNode(words: readonly (string | undefined)[]): readonly string[] | undefined {
  return words.some((word) => word === '--run' || word?.startsWith('--run=') === true) ? PACKAGE : undefined;
}

/** The usual places of hooks, and the settings that may name others, where more runs than at any change of the index. */
function ofGit(words: readonly (string | undefined)[]): readonly string[] | undefined {
  const hooks = gitHooks(words);
  const isOwn = hooks.some((name) => !isOfEveryChange(name));
  return isOwn ? ['.git/config', ...hooks.map((name) => `.git/hooks/${name}`)] : undefined;
}
