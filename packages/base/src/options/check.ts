import { nearestName } from '../nearest-name.ts';
import { orList } from '../or-list.ts';

/** What is wrong with a value, and what it may be. */
export interface Wrong {
  /** `type`: the wrong type; `range`: the right type, but not a usable value. */
  readonly kind: 'type' | 'range';
  /** The path within the value, such as `.allow[2]`; empty for the value itself. */
  readonly at: string;
  readonly got: unknown;
  /** A noun phrase. */
  readonly allowed: string;
  /** The word that was probably meant. */
  readonly near?: string | undefined;
}

/** An unknown key, with the known fields. */
export interface UnknownField {
  readonly kind: 'unknown';
  /** The path within the value, such as `.settings`. */
  readonly at: string;
  readonly name: string;
  readonly names: readonly string[];
  readonly near: string | undefined;
}

export type Finding = Wrong | UnknownField;

/** Undefined: the value is valid. Never throws. */
export type Check = (value: unknown) => Finding | undefined;

export const anything: Check = () => undefined;

export const isTrueOrFalse: Check = (value) =>
  typeof value === 'boolean' ? undefined : wrongType(value, 'true or false');

export const anyText: Check = (value) => (typeof value === 'string' ? undefined : wrongType(value, 'a text'));

/** A missing value is valid. */
export function optional(check: Check): Check {
  return (value) => (value === undefined ? undefined : check(value));
}

export function text(allowed: string): Check {
  return (value) => {
    if (typeof value !== 'string') return wrongType(value, allowed);
    return value === '' ? { kind: 'range', at: '', got: value, allowed } : undefined;
  };
}

export function oneOfWords(...words: readonly string[]): Check {
  const allowed = orList(words.map((word) => JSON.stringify(word)));
  return (value) => {
    if (typeof value !== 'string') return wrongType(value, allowed);
    if (words.includes(value)) return undefined;
    return { kind: 'range', at: '', got: value, allowed, near: nearestName(value, words) };
  };
}

/** A number that `isAllowed` accepts; the phrase describes which ones. */
export function number(allowed: string, isAllowed: (value: number) => boolean): Check {
  return (value) => {
    if (typeof value !== 'number') return wrongType(value, allowed);
    return isAllowed(value) ? undefined : { kind: 'range', at: '', got: value, allowed };
  };
}

export function aFunction(allowed: string): Check {
  return (value) => (typeof value === 'function' ? undefined : wrongType(value, allowed));
}

export function listOf(allowed: string, check: Check): Check {
  return (value) => {
    if (!Array.isArray(value)) return wrongType(value, allowed);
    for (const [index, element] of value.entries()) {
      const wrong = check(element);
      if (wrong !== undefined) return { ...wrong, at: `[${index}]${wrong.at}` };
    }
    return undefined;
  };
}

/** An object whose fields pass these checks; missing fields are not checked. */
export function having(allowed: string, fields: Readonly<Record<string, Check>>): Check {
  return (value) => {
    if (typeof value !== 'object' || value === null) return wrongType(value, allowed);
    const has = Object.keys(fields).every((name) => fields[name]?.(Reflect.get(value, name)) === undefined);
    return has ? undefined : wrongType(value, allowed);
  };
}

export function either(allowed: string, ...checks: readonly Check[]): Check {
  return (value) => {
    const found: Finding[] = [];
    for (const check of checks) {
      const wrong = check(value);
      if (wrong === undefined) return undefined;
      found.push(wrong);
    }
    // A finding inside the value is more helpful than "none of these".
    return found.find((wrong) => wrong.at !== '') ?? wrongType(value, allowed);
  };
}

export function wrongType(got: unknown, allowed: string): Wrong {
  return { kind: 'type', at: '', got, allowed };
}
