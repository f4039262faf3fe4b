import { posix } from 'node:path';
import { ANY_NAME } from '../../tables/possible-touches/route.ts';
import type { AnalyzedCommand, AnalysisContext, CommandAnalysis } from '../analysis.ts';
import { resolvePath } from '../path/path-effects.ts';

/** Programs that build, install, or run what a project says, and write where they do so. */
const BUILDS =
  /^(?:[bg]?make|ninja|samu|meson|cmake|ctest|cargo|go|zig|swift|dotnet|msbuild|gradlew?|mvnw?|sbt|bazel(?:isk)?|buck2?|pants|just|task|npm|npx|pnpm|pnpx|yarn|bunx?|deno|node|ts-node|tsx|tsc|vite|webpack|rollup|esbuild|turbo|nx|lerna|jest|vitest|python[\d.]*|pip[\d.]*|pipx|poetry|uv|uvx|tox|nox|pytest|ruby|rake|bundle|gem|perl|php|composer|mix|rebar3|stack|cabal|scons|waf|doit|invoke|ansible-playbook|terraform|tofu|hugo|jekyll|pre-commit)$/u;

const DIRECTORY =
  /^(?:-C|-D|-d|-p|-f|-e|-B|--(?:editable|directory|prefix|dir|cwd|working-dir(?:ectory)?|project(?:-dir|-directory)?|manifest-path|build|file|makefile|package-path|chdir|root|rootdir|workdir|basedir|work-tree))$/u;

/** Commands of git that change files which no word names. */
const CHANGES_TREE = /^(?:pull|merge|rebase|cherry-pick|revert|am|submodule)$/u;

/** Of `make` and its like: they only say what would be done. */
const ONLY_SAYS = /^(?:-n|-q|--(?:just-print|dry-run|recon|question))$/u;
const SAYS = /^(?:[bg]?make|ninja|samu)$/u;

/**
 * Adds that a program which builds may write anywhere in the directory that it is sent to, by `cd` or an option: what a rule denies
 * there as a whole asks. Where the line begins, builds are what anyone expects.
 */
export function withBuildsElsewhere(analysis: CommandAnalysis, { cwd }: AnalysisContext): CommandAnalysis {
  const found = [...analysis.commands, ...analysis.presumed].flatMap((command) =>
    builtBy(command, cwd).map((directory): AnalyzedCommand => {
      const path = `${directory === '/' ? '' : directory}/${ANY_NAME}`;
      const file = { access: 'write', path, isTree: false, written: directory } as const;
      return { ...command, files: [file], redirections: [], caution: undefined };
    }),
  );
  return found.length === 0 ? analysis : { ...analysis, presumed: [...analysis.presumed, ...found] };
}

function builtBy(command: AnalyzedCommand, start: string | undefined): readonly string[] {
  const [path = '', ...words] = command.unwrapped;
  const name = posix.basename(path);
  if (command.readsItself || !writesHere(name, words) || onlyLooks(name, words)) return [];
  const given = words.flatMap((word, at) => directoryIn(word, words[at + 1]));
  const named = given.flatMap((one) => resolvePath(one, command.cwd) ?? []);
  // A file that is named may be what tells where.
  const around = given.flatMap((one) => resolvePath(posix.dirname(one), command.cwd) ?? []);
  const all = new Set([...named, ...around, ...command.places]);
  return [...all].filter((directory) => directory !== start);
}

/** Scripts of a package that are called after looking, and what only tells. */
const LOOKS =
  /^(?:(?:lint|check|test|type-?check|verify)(?:$|:(?!fix))|(?:ls|list|audit|outdated|view|info|why|explain)$)/u;
const PACKAGES = /^(?:npm|pnpm|yarn|bun)$/u;

function onlyLooks(name: string, words: readonly (string | undefined)[]): boolean {
  if (/^--(?:version|help)$/u.test(words[0] ?? '')) return true;
  if (SAYS.test(name)) {
    const end = words.indexOf('--');
    return words.slice(0, end === -1 ? undefined : end).some((word) => ONLY_SAYS.test(word ?? ''));
  }
  if (!PACKAGES.test(name)) return false;
  const rest = words.filter(
    (word, at) => word?.startsWith('-') !== true && !DIRECTORY.test(words[at - 1] ?? ''),
  );
  const [command, script] = rest;
  return LOOKS.test((/^run(?:-script)?$/u.test(command ?? '') ? script : command) ?? '');
}

/** `env -C DIRECTORY make` too. */
function writesHere(name: string, words: readonly (string | undefined)[]): boolean {
  if (name === 'git') return words.some((word) => CHANGES_TREE.test(word ?? ''));
  if (name !== 'env' && name !== 'sudo') return BUILDS.test(name);
  return (
    words.some((word) => BUILDS.test(posix.basename(word ?? ''))) &&
    words.some((word, at) => directoryIn(word, words[at + 1]).length > 0)
  );
}

function directoryIn(word: string | undefined, next: string | undefined): readonly string[] {
  if (word === undefined) return [];
  if (DIRECTORY.test(word)) return next === undefined ? [] : [next];
  const [, option = '', value] = /^(-chdir=|-[CDdpfB]|--[a-z-]+=)(.+)$/u.exec(word) ?? [];
  const isOne = option === '-chdir=' || DIRECTORY.test(option.replace(/=$/u, ''));
  return value !== undefined && isOne ? [value] : [];
}
