/** For entries, schemas and questions: whatever walks a deeper one could run out of stack. */
export const MAX_NESTING = 128;
/** For results, which are data: `JSON.stringify` takes a few thousand. */
export const MAX_RESULT_NESTING = 1_000;

/** Whether objects and lists are nested more than `limit` deep. Goes no deeper than that, so any value can be given. */
export function isNestedDeeper(value: unknown, limit = MAX_NESTING): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit < 0) return true;
  const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const member of members) if (isNestedDeeper(member, limit - 1)) return true;
  return false;
}
