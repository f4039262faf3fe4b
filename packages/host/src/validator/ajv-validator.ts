import { errorText } from '@sluice/base';
import type { Options, ValidateFunction } from 'ajv';
import type { JsonObject, SchemaIssue, SchemaValidator } from '@sluice/core';
import { runBounded } from './run-bounded.ts';
import { toSchemaIssue } from './schema-issue.ts';

/** Maximum number of issues reported for one value. */
const LONGEST_LIST = 100;

const OLD_DRAFT = /^https?:\/\/json-schema\.org\/draft-0[467]\/schema#?$/;

/** For one value. */
const CHECK_TIMEOUT_MS = 1_000;

/** Keywords with which a check may take long, or not end. */
const MAY_BE_SLOW = /"(?:pattern|patternProperties|uniqueItems|\$(?:ref|dynamicRef|recursiveRef))":/;

/** JSON Schema allows patterns that are not valid under the `u` flag, and schemas in the wild have them. */
const compilePattern = Object.assign(
  (pattern: string, flags: string) => {
    try {
      return new RegExp(pattern, flags);
    } catch {
      return new RegExp(pattern);
    }
  },
  { code: 'compilePattern' },
);

const OPTIONS: Options = {
  strict: false,
  allErrors: true,
  // The meta-schema takes 50 ms to compile and finds little that compiling the schema itself does not.
  validateSchema: false,
  validateFormats: false,
  ownProperties: true,
  logger: false,
  code: { regExp: compilePattern },
};

/**
 * Validates with Ajv, which is loaded at the first `compile`. Draft 2020-12; a schema that declares draft-07 or older is read as draft-07.
 * Formats are not checked. Unknown keywords, and schemas that are neither object nor boolean, are ignored. A reference to another document
 * is a schema error. Reports at most 100 issues; a check that takes over a second, or recurses too deeply, is reported as unchecked.
 */
export function createAjvValidator(): SchemaValidator {
  return {
    async compile(schema) {
      try {
        const validate = await compileSchema(schema);
        const limitMs = MAY_BE_SLOW.test(JSON.stringify(schema)) ? CHECK_TIMEOUT_MS : undefined;
        return (value) => issuesOf(validate, value, limitMs);
      } catch (error) {
        throw new Error(`The schema is not valid: ${oneLine(error)}`, { cause: error });
      }
    },
  };
}

async function compileSchema(schema: JsonObject): Promise<ValidateFunction> {
  const { $schema: dialect, $async: _, ...rest } = schema;
  const isOld = typeof dialect === 'string' && OLD_DRAFT.test(dialect);
  const Ajv = isOld ? (await import('ajv')).Ajv : (await import('ajv/dist/2020.js')).Ajv2020;
  // An instance for each schema: in a common one, the `$id`s of one server's schemas would clash with another's.
  const { $id, ...nameless } = rest;
  try {
    return new Ajv(OPTIONS).compile(rest);
  } catch (error) {
    // Nothing outside refers to it by its name, which need not be a valid one.
    if ($id === undefined) throw error;
    return new Ajv(OPTIONS).compile(nameless);
  }
}

function issuesOf(
  validate: ValidateFunction,
  value: unknown,
  limitMs: number | undefined,
): readonly SchemaIssue[] {
  const check = (): boolean => validate(value);
  try {
    if (limitMs === undefined ? check() : runBounded(check, limitMs)) return [];
  } catch (error) {
    // A schema that refers to itself without end, a pattern that backtracks for ever, or a value nested too deeply.
    return [{ path: [], message: oneLine(error), isUnchecked: true }];
  }
  return (validate.errors ?? []).slice(0, LONGEST_LIST).map((error) => toSchemaIssue(error, value));
}

function oneLine(error: unknown): string {
  const message = errorText(error);
  return message.replaceAll(/\s+/g, ' ').slice(0, 500);
}
