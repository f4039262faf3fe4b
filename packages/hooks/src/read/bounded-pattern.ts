import { createContext, Script, type Context } from 'node:vm';
import { errorText } from '@sluice/base';

/** Milliseconds per test: far more than a reasonable pattern takes. */
const LOOK_MS = 100;

/** Longer than any matcher that people write. */
const MAX_CHARACTERS = 2000;

const KEPT = 1000;

export type BoundedPattern =
  | {
      readonly ok: true;
      /** Whether the pattern matches a name. If that takes too long, true from then on. */
      test(name: string): boolean;
      /** Tests many names at once, which costs no more than one. */
      lookAt(names: readonly string[]): void;
      readonly isSlow: () => boolean;
    }
  | { readonly ok: false; readonly problem: string };

/** A regular expression from a settings file. It runs with a time limit, because a pattern can backtrack for years. */
export function boundedPattern(source: string): BoundedPattern {
  if (source.length > MAX_CHARACTERS) {
    return { ok: false, problem: `it is longer than ${MAX_CHARACTERS} characters` };
  }
  try {
    // Compiled here only for its error.
    void new RegExp(source);
  } catch (error) {
    return { ok: false, problem: errorText(error) };
  }
  const known = new Map<string, boolean>();
  let isSlow = false;
  const lookAt = (names: readonly string[]): void => {
    const found = isSlow ? undefined : look(source, names);
    isSlow = found === undefined;
    if (known.size + names.length > KEPT) known.clear();
    for (const [index, name] of names.entries()) known.set(name, found?.[index] ?? true);
  };
  return {
    ok: true,
    lookAt,
    isSlow: () => isSlow,
    test(name) {
      if (isSlow) return true;
      if (!known.has(name)) lookAt([name]);
      return known.get(name) ?? true;
    },
  };
}

const LOOK = new Script('{ const pattern = new RegExp(source); names.map((name) => pattern.test(name)) }');

let context: Context | undefined;

/** Undefined if it took too long. */
function look(source: string, names: readonly string[]): readonly boolean[] | undefined {
  if (isQuick(source) && names.every(({ length }) => length <= SHORT)) {
    const pattern = new RegExp(source);
    return names.map((name) => pattern.test(name));
  }
  try {
    context ??= createContext({});
    Object.assign(context, { source, names });
    const found: unknown = LOOK.runInContext(context, { timeout: LOOK_MS });
    return Array.isArray(found) ? found.map((one) => one === true) : undefined;
  } catch {
    return undefined;
  }
}

/** The length limit of server tool names. */
const SHORT = 128;

/** Nothing in brackets is repeated, and little else is: then a short name takes no noticeable time. */
function isQuick(source: string): boolean {
  return !/\)[*+?{]/.test(source) && (source.match(/[*+?{]/g) ?? []).length <= 2;
}
