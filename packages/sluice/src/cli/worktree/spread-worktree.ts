/** What may name a worktree on the command line; a prompt has blanks. */
const NAME = /^(?:[A-Za-z0-9._][A-Za-z0-9._/-]*|#\d+|https:\/\/\S+\/pull\/\d+\S*)$/;

/**
 * Gives `-w` and `--worktree` a value, which parsers of options take for required: the next argument where it can be a name, else an
 * empty one. What follows `--` is left alone.
 */
export function spreadWorktree(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  const at = args.findIndex((argument) => argument === '-w' || argument === '--worktree');
  if (at === -1 || (end !== -1 && end < at)) return args;
  const next = args[at + 1];
  const name = next !== undefined && NAME.test(next) ? next : undefined;
  const rest = args.slice(name === undefined ? at + 1 : at + 2);
  return [...args.slice(0, at), `--worktree=${name ?? ''}`, ...rest];
}
