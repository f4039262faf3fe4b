/** Options that clients know and that need a feature that doesn't exist yet. */
export const UNAVAILABLE_OPTIONS = {
  'safe-mode': { type: 'boolean' },
} as const;

const NEEDS = new Map([['safe-mode', 'its own mode; --bare leaves out hooks and instruction files']]);

/**
 * Reports the first option that isn't supported yet, and what it requires: never ignored, since the user relies on it.
 */
export function unavailableOption(values: object): string | undefined {
  for (const [name, need] of NEEDS) {
    if (Object.hasOwn(values, name)) return `--${name} is not available yet: it needs ${need}`;
  }
  return undefined;
}
