import { resolve } from 'node:path';

/** Where git finds its repository, from the output of `GIT_TRACE_SETUP`, as absolute paths. */
export interface Setup {
  readonly gitDirectory: string;
  readonly commonDirectory: string;
  /** Undefined if there is none. */
  readonly workTree: string | undefined;
  /** The directory in which git works after going to the top. */
  readonly directory: string;
}

/** `none` if git uses no repository; undefined if the text has another format. */
export function parseSetup(trace: string): Setup | 'none' | undefined {
  if (trace === '') return 'none';
  const found = new Map<string, string>();
  for (const line of trace.trimEnd().split('\n')) {
    const [, name, value] =
      /(?:^|\s)setup: (git_dir|git_common_dir|worktree|cwd|prefix): (.*)$/su.exec(line) ?? [];
    // Git escapes line breaks, and so backslashes too.
    if (name === undefined || value === undefined || found.has(name) || value.includes('\\'))
      return undefined;
    found.set(name, value);
  }
  const directory = found.get('cwd');
  const gitDirectory = found.get('git_dir');
  const commonDirectory = found.get('git_common_dir');
  const workTree = found.get('worktree');
  const all = [directory, gitDirectory, commonDirectory, workTree];
  if (directory === undefined || gitDirectory === undefined || commonDirectory === undefined)
    return undefined;
  if (all.some((value) => value === undefined || value === '') || !directory.startsWith('/'))
    return undefined;
  return {
    directory,
    gitDirectory: resolve(directory, gitDirectory),
    commonDirectory: resolve(directory, commonDirectory),
    workTree: workTree === undefined || workTree === '(null)' ? undefined : resolve(directory, workTree),
  };
}
