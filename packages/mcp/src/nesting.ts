/** For entries, schemas and questions: whatever walks a deeper one could run out of stack. */
export const MAX_NESTING = 128;
/** For results, which are data: `JSON.stringify` takes a few thousand. */
export const MAX_RESULT_NESTING = 1_000;

/** Whether objects and lists are nested more than `limit` deep. Doesn't recurse, so any value can be given. */
export function isNestedDeeper(value: unknown, limit = MAX_NESTING): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= limit; depth += 1) {
    const below: unknown[] = [];
    for (const one of level)
      if (typeof one === 'object' && one !== null)
        for (const member of Object.values(one)) below.push(member);
    if (below.length === 0) return false;
    level = below;
  }
  return level.some((one) => typeof one === 'object' && one !== null);
}
