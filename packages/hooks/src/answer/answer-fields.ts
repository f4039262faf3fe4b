import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';

/** The fields of a hook's JSON, each read once. Anything that doesn't fit becomes an issue. */
export interface AnswerFields {
  any(key: string): { readonly value: unknown } | undefined;
  text(key: string): string | undefined;
  texts(key: string): readonly string[] | undefined;
  flag(key: string): boolean | undefined;
  object(key: string): JsonObject | undefined;
  oneOf<Choice extends string>(key: string, choices: readonly Choice[]): Choice | undefined;
}

/** Null means absent: many programs print all their fields. */
export function fieldsOf(json: JsonObject, prefix: string, issues: string[]): AnswerFields {
  const valueOf = (key: string): unknown => getOwn(json, key) ?? undefined;
  const wrong = (key: string, must: string): undefined => {
    issues.push(`"${prefix}${key}" must be ${must}`);
  };
  return {
    any: (key) => (valueOf(key) === undefined ? undefined : { value: valueOf(key) }),
    text(key) {
      const value = valueOf(key);
      return value === undefined || typeof value === 'string' ? value : wrong(key, 'a text');
    },
    texts(key) {
      const value = valueOf(key);
      if (value === undefined) return undefined;
      const list: readonly unknown[] = Array.isArray(value) ? value : [undefined];
      const found = list.filter((item) => typeof item === 'string');
      return found.length === list.length ? found : wrong(key, 'a list of texts');
    },
    flag(key) {
      const value = valueOf(key);
      return value === undefined || typeof value === 'boolean' ? value : wrong(key, 'true or false');
    },
    object(key) {
      const value = valueOf(key);
      return value === undefined || isJsonObject(value) ? value : wrong(key, 'an object');
    },
    oneOf(key, choices) {
      const value = valueOf(key);
      const chosen = choices.find((choice) => choice === value);
      if (chosen !== undefined || value === undefined) return chosen;
      return wrong(key, choices.map((choice) => `"${choice}"`).join(' or '));
    },
  };
}
