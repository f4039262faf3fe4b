import { posix } from 'node:path';
import type { AnalysisContext, AnalyzedCommand } from '../analysis.ts';
import type { FileTexts } from '../state/written-texts.ts';
import { absolutePath } from './absolute-path.ts';
import { isHookName } from './git-hooks.ts';
import { gitRecipes } from './git-recipes.ts';
import { includedMakefiles, isUnderstoodMakefile } from './makefile-lines.ts';
import { programName } from './program-name.ts';
import { projectFiles } from './project-files.ts';

type Words = readonly (string | undefined)[];
type ReadText = (path: string) => string | undefined;

/** Files that hold commands for a shell, whatever program has them run. Others are code of its own, or data. */
const HOLDS_COMMANDS =
  /(?:^|\/)(?:package\.json|\.npmrc|\.yarnrc(?:\.yml)?|[Tt]askfile\.ya?ml|tox\.ini|composer\.json|deno\.jsonc?|\.pre-commit-config\.yaml|\.?lefthook\.yml|\.cargo\/config\.toml)$/u;

/** All that they read holds commands. */
const ALL_COMMANDS = new Set(['make', 'gmake', 'ninja', 'samu', 'just']);

/** Sub-commands of npm and its like that run no script of the package. */
const RUNS_NONE =
  /^(?:pkg|set-script|view|info|show|ls|list|outdated|audit|config|init|search|whoami|why|explain|root|bin|prefix|fund|login|logout)$/u;
/** A script may have the name of such a sub-command: `npm run search`. */
const RUNS_SCRIPTS = /^(?:run|run-script|rum|urn|exec|x)$/u;
const PACKAGES = new Set(['npm', 'pnpm', 'yarn', 'bun']);

/** A recipe that a command follows. */
export interface Recipe {
  /** Absolute; relative where its directory isn't known; undefined: it isn't known which file. */
  readonly path: string | undefined;
  /** As the makefile that includes it names it, with a variable or a pattern: any file of that form. */
  readonly isPattern: boolean;
  /** Where it has its commands run. Default: where the command that follows it runs, and beside the file. */
  readonly directory?: string | undefined;
}

type World = Pick<AnalysisContext, 'repository' | 'home' | 'readText'>;

/**
 * Files from which a program takes commands for a shell: a Makefile and what it includes, the scripts of a package.
 * @param exact of every command of the line, how rules see it: variables may name makefiles
 */
export function recipesOf(
  command: AnalyzedCommand,
  exact: readonly string[],
  world: World,
): readonly Recipe[] {
  const { unwrapped, cwd } = command;
  const [program, ...words] = unwrapped;
  if (program === undefined) return [];
  const name = programName(program);
  if (name === 'git') return gitRecipes(command, world).map((one) => ({ ...one, isPattern: false }));
  if (PACKAGES.has(name) && runsNoScript(words)) return [];
  const isMake = name === 'make' || name === 'gmake';
  const named = isMake ? exact.flatMap(makefilesOfVariable) : [];
  const files = [...projectFiles(name === 'samu' ? 'ninja' : name, words), ...named];
  const own = files
    .filter((path) => ALL_COMMANDS.has(name) || HOLDS_COMMANDS.test(path))
    .flatMap((path) => placed(path, cwd))
    .map((path): Recipe => ({ path, isPattern: false }));
  return isMake ? [...own, ...included(own, world.readText ?? (() => undefined))] : own;
}

function runsNoScript(words: Words): boolean {
  return (
    words.some((word) => RUNS_NONE.test(word ?? '')) && !words.some((word) => RUNS_SCRIPTS.test(word ?? ''))
  );
}

/** `MAKEFILES=a.mk make`, `make MAKEFILES="a.mk b.mk"`. */
function makefilesOfVariable(exact: string): readonly string[] {
  const [, value = ''] = /(?:^|[\s'"])MAKEFILES=(?:["']([^"']*)["']|\S*)/u.exec(exact) ?? [];
  const [, bare = ''] = /(?:^|[\s'"])MAKEFILES=([^\s"']*)/u.exec(exact) ?? [];
  return `${value} ${bare}`.split(/\s+/u).filter((word) => word !== '');
}

const MAX_INCLUDED = 20;

/** What makefiles that are there include, and what these do. */
function included(makefiles: readonly Recipe[], readText: ReadText): readonly Recipe[] {
  const found: Recipe[] = [];
  for (const { path, isPattern } of [...makefiles, ...found]) {
    if (isPattern || path?.startsWith('/') !== true || found.length > MAX_INCLUDED) continue;
    for (const name of includedMakefiles(readText(path) ?? '')) {
      const isAny = /[$*?[]/u.test(name);
      const place = posix.resolve(posix.dirname(path), name);
      found.push({ path: place, isPattern: isAny });
      // What it says is a part of what is decided on.
      if (!isAny) readText(place);
    }
  }
  return found;
}

function placed(path: string, cwd: string | undefined): readonly string[] {
  return cwd === undefined ? [path] : absolutePath(path, cwd).map((one) => posix.normalize(one));
}

/** Whether a file that the line writes may be one that a pattern names: `include $(D)/*.mk`. */
export function mayBeRecipe({ path, isPattern }: Recipe, written: string | undefined): boolean {
  if (!isPattern) return false;
  if (written === undefined || path === undefined) return true;
  const name = posix.basename(path).replaceAll(/\$[({][^)}]*[)}]|\$.|[*?]|\[[^\]]*\]/gu, '\0');
  const form = name.split('\0').map((text) => text.replaceAll(/[^\w]/gu, String.raw`\$&`));
  return new RegExp(`^${form.join('.*')}$`, 'u').test(posix.basename(written));
}

/** Whether all that the line writes to a recipe can be followed: its commands are looked at then. */
export function isUnderstoodRecipe(
  path: string,
  { texts, isKnown, isAdded }: FileTexts,
  [program = '', ...words]: Words,
): boolean {
  if (!isKnown) return false;
  const name = programName(program);
  return texts.every((text) => {
    if (name === 'make' || name === 'gmake') return isUnderstoodMakefile(text, isAdded, words);
    if (name === 'ninja' || name === 'samu') return !/^\s*(?:include|subninja)\b/mu.test(text);
    if (name === 'just') return !/^\s*(?:set|import|mod|export)\b|`/mu.test(text);
    if (path.endsWith('/package.json')) return isJson(text);
    if (path.endsWith('/.npmrc')) return text.split('\n').every((line) => HARMLESS_SETTING.test(line));
    return name === 'git' && isHookName(posix.basename(path));
  });
}

const HARMLESS_SETTING =
  /^\s*(?:[#;].*|[\w@./:-]*registry\s*=.*|\/\/.*|(?:save|audit|fund|legacy|strict|engine|loglevel|progress|package-lock)[\w-]*\s*=.*)?$/u;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
