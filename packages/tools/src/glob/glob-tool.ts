import { present } from '@sluice/base';
import {
  type CallContext,
  defineTool,
  fail,
  type InferSchema,
  readTree,
  type Tool,
  type ToolResult,
} from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import { searchActions, suggestReadTreeRule } from '../files/paths/file-actions.ts';
import { homeDirectory } from '../files/paths/from-home.ts';
import { homeProblem } from '../files/paths/home-problem.ts';
import { shownPath } from '../files/paths/shown-path.ts';
import { deniesReading } from '../ripgrep/denies-reading.ts';
import { checkTexts } from '../ripgrep/check-texts.ts';
import { checkSearchPath } from '../ripgrep/check-search-path.ts';
import { findRipgrep } from '../ripgrep/find-ripgrep.ts';
import type { RipgrepEnd } from '../ripgrep/run-ripgrep.ts';
import { ripgrepEnvironment } from '../ripgrep/ripgrep-environment.ts';
import { createPathNames } from '../ripgrep/path-names.ts';
import { readSearchFailures } from '../ripgrep/search-failures.ts';
import type { SearchOptions } from '../ripgrep/search-options.ts';
import { startOf } from '../ripgrep/start-of.ts';
import { shownFiles } from '../ripgrep/shown-files.ts';
import { DEFAULT_TIME_LIMIT_MS, withTimeLimit } from '../ripgrep/time-limit.ts';
import { globOutputSchema } from './glob-output.ts';
import type { GlobOutput } from './glob-output.ts';
import { splitGlobPattern, type GlobPattern } from './glob-pattern.ts';
import { globText } from './glob-text.ts';
import { listFiles, modifiedAt } from './list-files.ts';
import { createNewestFiles } from './newest-files.ts';

/** Maximum number of files in a result (tool-schemas.md). */
const MAX_FILES = 100;

const inputSchema = lazySchema(
  () =>
    z.strictObject({
      pattern: z
        .string()
        .min(1)
        .describe('Glob pattern, relative to path unless absolute, such as "src/**/*.{ts,tsx}"'),
      path: z.string().optional().describe('Directory to search. Default: the working directory'),
    }),
  KNOWN_INPUTS.Glob,
);

export type GlobInput = InferSchema<typeof inputSchema>;

const description = `Finds files by name, most recently modified first.

- "*" and "?" match within one directory and "**" across directories: "*.ts" finds files in the search directory only, "**/*.ts" at any depth. "{a,b}" and "[a-z]" are supported. Case-sensitive.
- Lists regular files, including hidden and git-ignored ones, but not directories, symbolic links, or files inside .git, .hg, .svn and .jj (to look there, name that directory in pattern or path).
- Returns at most ${MAX_FILES} paths, relative to the working directory if inside it, and the total count.
- To search file contents, use Grep.`;

/**
 * `Glob`: files by name, newest first, ties by name, at most 100. Ignore files are respected only with
 * `CLAUDE_CODE_GLOB_NO_IGNORE=false`. Symbolic links are neither listed nor followed, except one that is the search directory itself.
 */
export function createGlobTool(options: SearchOptions = {}): Tool<GlobInput, GlobOutput> {
  return defineTool({
    name: 'Glob',
    description,
    searchHint: 'find files by name pattern',
    inputSchema,
    outputSchema: globOutputSchema,
    isReadOnly: true,
    isConcurrencySafe: true,
    interruptBehavior: 'cancel',
    claims: ({ pattern, path }, { cwd }) => [readTree(globOf({ pattern, path }, cwd).folder)],
    actions: ({ pattern, path }, { cwd }) => searchActions(globOf({ pattern, path }, cwd).folder),
    suggestRules: ({ pattern, path }, { cwd }) => suggestReadTreeRule(globOf({ pattern, path }, cwd).folder),
    async validateInput(input, context) {
      const texts = checkTexts(input);
      if (!texts.ok) return texts;
      const elsewhere =
        homeProblem(input.path ?? '.') ?? (isOfHome(input.pattern) ? homeProblem(input.pattern) : undefined);
      if (elsewhere !== undefined) return elsewhere;
      const { cwd } = context;
      const mayName = (path: string): boolean => options.mayRead?.(path, context) ?? true;
      return checkSearchPath({ path: startOf(input.path, cwd), allows: 'folder', cwd, mayName });
    },
    call: (input, context) => glob(input, context, options),
    toModel: (output, { pattern }) => globText(output, pattern),
    summarize: ({ pattern, path }, context) =>
      path === undefined ? pattern : `${pattern} in ${shownPath(path, context)}`,
  });
}

/** Any other pattern that starts with `~` is for names that do. */
function isOfHome(pattern: string): boolean {
  return pattern.startsWith('~/');
}

function globOf({ pattern, path }: GlobInput, cwd: string): GlobPattern {
  const home = isOfHome(pattern) ? homeDirectory() : undefined;
  return home === undefined
    ? splitGlobPattern(pattern, startOf(path, cwd))
    : splitGlobPattern(pattern.slice(2), home);
}

async function glob(
  input: GlobInput,
  context: CallContext,
  options: SearchOptions,
): Promise<ToolResult<GlobOutput>> {
  const startedAt = performance.now();
  const { folder, glob } = globOf(input, context.cwd);
  const names = createPathNames(context.cwd, folder);
  const mayShow = shownFiles(options, names, folder, context);
  const newest = createNewestFiles(MAX_FILES);
  const environment = options.environment ?? process.env;
  const command = options.ripgrep ?? (await findRipgrep());

  const start = await checkSearchPath({
    path: folder,
    allows: 'folder',
    cwd: context.cwd,
    mayName: () => false,
  });
  if (!start.ok && start.code === 'path-unreadable') return fail(start.code, start.message);
  // A pattern whose leading directories don't exist matches nothing, which is not a failure.
  const end: RipgrepEnd = !start.ok
    ? { status: 'finished', stderr: '' }
    : await withTimeLimit(options.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS, options.clock, (timeLimit) =>
        listFiles(
          {
            command,
            environment: ripgrepEnvironment(options),
            cwd: folder,
            signal: context.signal,
            timeLimit,
          },
          {
            glob,
            respectsIgnoreFiles: environment['CLAUDE_CODE_GLOB_NO_IGNORE'] === 'false',
            onFile(path) {
              if (!mayShow(path)) return;
              const mtimeMs = modifiedAt(names.exact(path));
              if (mtimeMs !== undefined) newest.add(path, mtimeMs);
            },
          },
        ),
      );
  context.signal.throwIfAborted();
  if (end.status === 'unusable') return fail('ripgrep-unusable', end.message);
  const stderr = end.status === 'finished' ? end.stderr : '';
  const failures = readSearchFailures(stderr, { names, mayShow, start: '' });
  const refusal = failures.rejection ?? failures.unreadableStart;
  if (refusal !== undefined && newest.count() === 0)
    return fail('search-failed', `The search failed: ${refusal}`);
  const leftOut = failures.leftOut ?? refusal;

  const filenames = newest.take().map((path) => names.shown(path));
  return {
    data: {
      durationMs: Math.round(performance.now() - startedAt),
      numFiles: filenames.length,
      filenames,
      truncated: newest.count() > filenames.length,
      totalMatches: newest.count(),
      countIsComplete: end.status === 'finished' && leftOut === undefined,
      ...present({
        timedOut: end.status === 'stopped' ? true : undefined,
        leavesOutDenied: filenames.length === 0 && deniesReading(context) ? true : undefined,
        notes: leftOut === undefined ? undefined : [`${leftOut}.`],
      }),
    },
  };
}
