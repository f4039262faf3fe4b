import { createContext, Script } from 'node:vm';

/** Milliseconds for one look at a name: far more than an honest pattern takes. */
const LOOK_MS = 100;

/** Longer than any matcher that a person writes. */
const MOST_CHARACTERS = 2000;

const KEPT = 1000;

export type BoundedPattern =
  | {
      readonly ok: true;
      /** Whether the pattern is found in a name; true, from then on, when that takes too long. */
      test(name: string): boolean;
      readonly isSlow: () => boolean;
    }
  | { readonly ok: false; readonly problem: string };

/** A regular expression of a settings file: it is looked for under a time limit, since a pattern can backtrack for years. */
export function boundedPattern(source: string): BoundedPattern {
  if (source.length > MOST_CHARACTERS) {
    return { ok: false, problem: `it is longer than ${MOST_CHARACTERS} characters` };
  }
  try {
    // Compiled here for its error only.
    void new RegExp(source);
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
  const known = new Map<string, boolean>();
  let isSlow = false;
  const test = (name: string): boolean => {
    if (isSlow) return true;
    const before = known.get(name);
    if (before !== undefined) return before;
    const found = look(source, name);
    isSlow = found === undefined;
    if (known.size >= KEPT) known.clear();
    known.set(name, found ?? true);
    return found ?? true;
  };
  return { ok: true, test, isSlow: () => isSlow };
}

const LOOK = new Script('new RegExp(source).test(name)');

/** Undefined when it took too long. */
function look(source: string, name: string): boolean | undefined {
  try {
    return LOOK.runInContext(createContext({ source, name }), { timeout: LOOK_MS }) === true;
  } catch {
    return undefined;
  }
}
