import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import {
  type CallContext,
  DEFAULT_RESULT_LIMIT,
  defineTool,
  fail,
  readTree,
  type Tool,
  type ToolResult,
} from '@sluice/core';
import { searchActions, suggestReadTreeRule } from '../files/paths/file-actions.ts';
import { homeProblem } from '../files/paths/home-problem.ts';
import { shownPath } from '../files/paths/shown-path.ts';
import { deniesReading } from '../ripgrep/denies-reading.ts';
import { checkTexts } from '../ripgrep/check-texts.ts';
import { checkSearchPath } from '../ripgrep/check-search-path.ts';
import { findRipgrep } from '../ripgrep/find-ripgrep.ts';
import { ripgrepEnvironment } from '../ripgrep/ripgrep-environment.ts';
import { createPathNames, toRaw } from '../ripgrep/path-names.ts';
import { readSearchFailures } from '../ripgrep/search-failures.ts';
import type { SearchOptions } from '../ripgrep/search-options.ts';
import { startOf } from '../ripgrep/start-of.ts';
import { shownFiles } from '../ripgrep/shown-files.ts';
import { DEFAULT_TIME_LIMIT_MS, withTimeLimit } from '../ripgrep/time-limit.ts';
import { MAX_LINE_CHARACTERS } from './content-lines.ts';
import { grepArguments } from './grep-arguments.ts';
import { DEFAULT_HEAD_LIMIT, grepInputSchema } from './grep-input.ts';
import type { GrepInput } from './grep-input.ts';
import { grepOutputSchema } from './grep-output.ts';
import type { GrepOutput } from './grep-output.ts';
import { grepResult } from './grep-result.ts';
import { grepText } from './grep-text.ts';
import { explainRejection } from './rejection-hint.ts';
import { namesFolder } from './names-folder.ts';
import { search } from './search.ts';

/** UTF-16 units beyond which a result is saved to disk: about 5,000 tokens, since a broad search is better narrowed than read. */
const MAX_RESULT_CHARACTERS = 20_000;
/** The characters per result that the default limit of results allows. */
const CHARACTERS_PER_RESULT = MAX_RESULT_CHARACTERS / DEFAULT_HEAD_LIMIT;

/** A higher result limit allows a longer result, up to the limit for any tool. A small limit may still find long lines. */
function maxResultCharacters(limit: number = DEFAULT_HEAD_LIMIT): number {
  if (limit === 0) return DEFAULT_RESULT_LIMIT;
  return Math.min(Math.max(limit * CHARACTERS_PER_RESULT, MAX_RESULT_CHARACTERS), DEFAULT_RESULT_LIMIT);
}

const description = `Searches file contents with a regular expression (ripgrep).

- Uses Rust regex syntax: escape literal braces and brackets ("interface\\{\\}"); no look-around or backreferences. A match stays within one line unless multiline is true.
- Narrow the search by path, glob (relative to path; a name without "/" matches at any depth) or type.
- output_mode: "files_with_matches" (default) returns paths, "content" matching lines as path:line:text, "count" the number of matching lines per file.
- Results are sorted by path and limited to ${DEFAULT_HEAD_LIMIT} unless you set head_limit; continue with offset. Paths are relative to the working directory if inside it. Lines are cut at ${MAX_LINE_CHARACTERS} characters.
- Files are read as UTF-8, or as UTF-16 if they have a byte order mark. In Latin-1 files only ASCII text is found.
- Skips files that .gitignore excludes (unless path is inside them, or a glob of file names such as "*.log" names them), binary files, symbolic links and the inside of .git. Hidden files are searched.`;

/** `Grep`: rg's result in path order, so that it is the same each time and pages fit together. */
export function createGrepTool(options: SearchOptions = {}): Tool<GrepInput, GrepOutput> {
  return defineTool({
    name: 'Grep',
    description,
    searchHint: 'search file contents with a regular expression',
    inputSchema: grepInputSchema,
    outputSchema: grepOutputSchema,
    isReadOnly: true,
    isConcurrencySafe: true,
    interruptBehavior: 'cancel',
    maxResultSizeChars: ({ head_limit }) => maxResultCharacters(head_limit),
    suggestRules: ({ path }, { cwd }) => suggestReadTreeRule(startOf(path, cwd)),
    claims: ({ path }, { cwd }) => [readTree(startOf(path, cwd))],
    actions: ({ path }, { cwd }) => searchActions(startOf(path, cwd)),
    async validateInput(input, context) {
      const texts = checkTexts(input);
      if (!texts.ok) return texts;
      const elsewhere = homeProblem(input.path ?? '.');
      if (elsewhere !== undefined) return elsewhere;
      const { cwd } = context;
      const mayName = (path: string): boolean => options.mayRead?.(path, context) ?? true;
      return checkSearchPath({
        path: startOf(input.path, cwd),
        allows: 'file-or-folder',
        cwd,
        mayName,
      });
    },
    call: (input, context) => grep(input, context, options),
    toModel: grepText,
    summarize: ({ pattern, path }, context) =>
      path === undefined ? pattern : `${pattern} in ${shownPath(path, context)}`,
  });
}

async function grep(
  input: GrepInput,
  context: CallContext,
  options: SearchOptions,
): Promise<ToolResult<GrepOutput>> {
  const path = startOf(input.path, context.cwd);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const root = isFolder ? path : dirname(path);
  const args = grepArguments(input, root, isFolder ? './' : `./${basename(path)}`);
  const names = createPathNames(context.cwd, root);
  // The file named as path may itself be a link.
  const mayShow = shownFiles(options, names, isFolder ? root : undefined, context);
  const command = options.ripgrep ?? (await findRipgrep());
  const environment = ripgrepEnvironment(options);
  const limit = input.head_limit ?? DEFAULT_HEAD_LIMIT;

  const found = await withTimeLimit(
    options.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS,
    options.clock,
    (timeLimit) =>
      search({
        run: { command, args, environment, cwd: root, signal: context.signal, timeLimit },
        mode: input.output_mode ?? 'files_with_matches',
        offset: input.offset ?? 0,
        limit: limit === 0 ? Infinity : limit,
        mayShow,
      }),
  );
  context.signal.throwIfAborted();
  const { end } = found;
  if (end.status === 'unusable') return fail('ripgrep-unusable', end.message);
  const stderr = end.status === 'finished' ? end.stderr : '';
  const start = isFolder ? '' : toRaw(basename(path));
  const failures = readSearchFailures(stderr, { names, mayShow, start });
  if (failures.rejection !== undefined && found.entries === 0)
    return fail('search-failed', `The search failed: ${explainRejection(failures.rejection)}`);
  if (failures.unreadableStart !== undefined)
    return fail('search-failed', `${path} could not be searched: ${failures.unreadableStart}`);
  const isNothing = found.entries === 0;
  const outcome = {
    ...found,
    leftOut: failures.leftOut ?? failures.rejection,
    globIsFolder:
      isNothing && namesFolder(input.glob, root, (name) => options.mayRead?.(name, context) ?? true),
    leavesOutDenied: isNothing && deniesReading(context),
  };
  return { data: grepResult(input, outcome, names) };
}
