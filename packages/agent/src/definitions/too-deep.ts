/** No key needs more, and what is nested more deeply can't be stored. */
const MAX_LEVELS = 64;

export const TOO_DEEP = `This is nested more than ${MAX_LEVELS} levels deep, or contains itself. Simplify it.`;

/** Whether a definition can't be stored. By aliases, a value can contain itself. */
export function isTooDeep(root: unknown): boolean {
  const around = new Set<unknown>();
  const seen = new Set<unknown>();
  const look = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return false;
    if (around.has(value) || around.size >= MAX_LEVELS) return true;
    if (seen.has(value)) return false;
    seen.add(value);
    around.add(value);
    const isDeep = Object.values(value).some(look);
    around.delete(value);
    return isDeep;
  };
  return look(root);
}
