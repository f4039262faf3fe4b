/** Options that clients know and that need what is not there yet. */
export const UNAVAILABLE_OPTIONS = {
  worktree: { type: 'boolean', short: 'w' },
  'safe-mode': { type: 'boolean' },
} as const;

const NEEDS = new Map([
  ['worktree', 'git worktrees; create one with `git worktree add`, and pass it with --cwd'],
  ['safe-mode', 'its own mode; --bare leaves out hooks and instruction files'],
]);

/** Says of the first option that can't be honoured yet what it waits for: never passed over, since its user relies on it. */
export function unavailableOption(values: object): string | undefined {
  for (const [name, need] of NEEDS) {
    if (Object.hasOwn(values, name)) return `--${name} is not available yet: it needs ${need}`;
  }
  return undefined;
}
