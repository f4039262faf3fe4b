import { nearName } from '@sluice/base';
import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { type SettingsProblem } from '@sluice/settings';
import type { HookFile, JsonPath } from './hook-file.ts';

/** Fields of a handler. Others are kept and tolerated, unless one is a near miss of one of these. */
const KNOWN = [
  'type',
  'command',
  'args',
  'shell',
  'format',
  'if',
  'timeout',
  'statusMessage',
  'once',
  'async',
  'asyncRewake',
  'onFailure',
  'onTimeout',
  'effects',
  'url',
  'headers',
  'allowedEnvVars',
  'server',
  'tool',
  'input',
  'prompt',
  'model',
  'continueOnBlock',
  'rewakeMessage',
  'rewakeSummary',
] as const;

/** The fields of one handler, each read once. An invalid value is reported and treated as absent. */
export interface Fields {
  readonly problems: SettingsProblem[];
  text(key: string): string | undefined;
  texts(key: string): readonly string[] | undefined | 'wrong';
  /** An object of texts. */
  record(key: string): readonly (readonly [string, string])[] | undefined | 'wrong';
  object(key: string): JsonObject | undefined | 'wrong';
  flag(key: string): boolean;
  positive(key: string): number | undefined;
  /** The first one is the default. */
  oneOf<Choice extends string>(
    key: string,
    choices: readonly [Choice, ...Choice[]],
    whenWrong: NoInfer<Choice>,
  ): Choice;
  /** The first of these keys that is present. */
  first(keys: readonly string[]): string | undefined;
  /** Reports an error. @param key undefined: about the whole handler */
  fail(key: string | undefined, message: string): void;
  /** Reports something valid that Sluice doesn't support yet. */
  later(key: string, message: string): void;
}

export function readFields(file: HookFile, path: JsonPath, entry: JsonObject): Fields {
  const problems = misspelled(file, path, entry);
  const fail = (key: string | undefined, message: string): void => {
    problems.push(file.problem(key === undefined ? path : [...path, key], 'wrong-value', message));
  };
  const valueOf = (key: string): unknown => getOwn(entry, key) ?? undefined;
  const text = (key: string): string | undefined => {
    const value = valueOf(key);
    if (value === undefined || typeof value === 'string') return value;
    fail(key, `"${key}" is not a string and is ignored: write it in double quotes.`);
    return undefined;
  };
  return {
    problems,
    fail,
    text,
    first: (keys) => keys.find((key) => Object.hasOwn(entry, key)),
    later(key, message) {
      problems.push(file.problem([...path, key], 'not-available', message));
    },
    texts(key) {
      const value = valueOf(key);
      if (value === undefined) return undefined;
      const isList = Array.isArray(value);
      const list: readonly unknown[] = isList ? value : [];
      const found = list.filter((item) => typeof item === 'string');
      if (isList && found.length === list.length) return found;
      fail(key, `"${key}" is not a list of texts, so this hook does not run: write "${key}": ["…", "…"].`);
      return 'wrong';
    },
    record(key) {
      const value = valueOf(key);
      if (value === undefined) return undefined;
      const entries = isJsonObject(value) ? Object.entries(value) : [undefined];
      const found = entries.flatMap((each): (readonly [string, string])[] =>
        each !== undefined && typeof each[1] === 'string' ? [[each[0], each[1]]] : [],
      );
      if (found.length === entries.length) return found;
      fail(key, `"${key}" is not an object of texts, so this hook does not run: write "${key}": {"…": "…"}.`);
      return 'wrong';
    },
    object(key) {
      const value = valueOf(key);
      if (value === undefined || isJsonObject(value)) return value;
      fail(key, `"${key}" is not an object, so this hook does not run: write "${key}": {"…": …}.`);
      return 'wrong';
    },
    flag(key) {
      const value = valueOf(key);
      if (typeof value === 'boolean') return value;
      if (value !== undefined) fail(key, `"${key}" is neither true nor false and is ignored.`);
      return false;
    },
    positive(key) {
      const value = valueOf(key);
      if (value === undefined) return undefined;
      if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value;
      fail(key, `"${key}" is not a number of seconds above 0 and is ignored.`);
      return undefined;
    },
    oneOf(key, choices, whenWrong) {
      const value = text(key);
      if (value === undefined) return valueOf(key) === undefined ? choices[0] : whenWrong;
      const chosen = choices.find((choice) => choice === value);
      if (chosen !== undefined) return chosen;
      const list = choices.map((choice) => `"${choice}"`).join(' or ');
      const shown = JSON.stringify(value.slice(0, 80));
      fail(key, `"${key}" can't be ${shown} and is treated as "${whenWrong}": use ${list}.`);
      return whenWrong;
    },
  };
}

function misspelled(file: HookFile, path: JsonPath, entry: JsonObject): SettingsProblem[] {
  return Object.keys(entry).flatMap((key) => {
    if (KNOWN.some((known) => known === key)) return [];
    if (key === 'matcher') {
      const message = '"matcher" has no effect here: move it next to "hooks", one level up.';
      return [file.problem([...path, key], 'unknown-key', message)];
    }
    const near = key.length < 3 ? undefined : nearName(key, KNOWN);
    if (near === undefined) return [];
    const message = `${JSON.stringify(key.slice(0, 80))} is not a key of hooks and has no effect: did you mean "${near}"?`;
    return [file.problem([...path, key], 'unknown-key', message)];
  });
}
