const WORDS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ...[true, 1, 'true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...[false, 0, 'false', 'no', 'off', '0'].map((word) => [word, false] as const),
]);

/** A boolean of a file's head. YAML 1.1 had more words for it, and authors still write them. Undefined: it is none. */
export function readFlag(value: unknown): boolean | undefined {
  return WORDS.get(typeof value === 'string' ? value.trim().toLowerCase() : value);
}
