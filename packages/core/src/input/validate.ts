import { errorText } from '@sluice/base';
import type { InputIssue } from '../data/outcome.ts';
import type { SchemaIssue, SchemaValidator } from '../ports/validator.ts';
import type { JsonObject } from '../data/json.ts';
import { isStandardSchema, type StandardResult, type ToolSchema } from '../tool/schema.ts';
import { coerce } from './coerce.ts';
import { describeIssue } from './describe.ts';
import { toJsonSchema } from './json-schema.ts';
import type { SchemaError } from './schema-error.ts';

export type Validation =
  /** `input` is the parsed value for the tool's functions, `json` what was validated, including coercions. */
  | {
      readonly ok: true;
      readonly input: unknown;
      readonly json: JsonObject;
      readonly coercions: readonly string[];
    }
  | { readonly ok: false; readonly issues: readonly InputIssue[]; readonly schemaError?: SchemaError };

type Checked = { readonly value: unknown } | { readonly issues: readonly SchemaIssue[] };
type Check = (value: unknown) => Checked | Promise<Checked>;

/** Validates inputs and outputs; compiles each plain JSON Schema once, on first use. */
export interface InputValidator {
  /** Synchronous if the schema is. Never throws: a schema that does not compile is that tool's error. */
  validate(schema: ToolSchema, input: JsonObject): Validation | Promise<Validation>;
}

export function createInputValidator(validator: SchemaValidator | undefined): InputValidator {
  const checks = new WeakMap<ToolSchema, Check | Promise<Check>>();

  const checkOf = (schema: ToolSchema): Check | Promise<Check> => {
    let check = checks.get(schema);
    if (check === undefined) {
      check = isStandardSchema(schema) ? standardCheck(schema) : compile(schema, validator);
      checks.set(schema, check);
      if (check instanceof Promise) {
        check.then(
          (ready) => checks.set(schema, ready),
          () => {},
        );
      }
    }
    return check;
  };

  return {
    validate(schema, input) {
      const check = checkOf(schema);
      if (check instanceof Promise) {
        return check.then((ready) => run(ready, schema, input)).catch((error: unknown) => broken(error));
      }
      try {
        const result = run(check, schema, input);
        return result instanceof Promise ? result.catch((error: unknown) => broken(error)) : result;
      } catch (error) {
        return broken(error);
      }
    },
  };
}

function run(check: Check, schema: ToolSchema, input: JsonObject): Validation | Promise<Validation> {
  const first = check(input);
  return first instanceof Promise
    ? first.then((checked) => retryCoerced(checked, check, schema, input))
    : retryCoerced(first, check, schema, input);
}

function retryCoerced(
  first: Checked,
  check: Check,
  schema: ToolSchema,
  input: JsonObject,
): Validation | Promise<Validation> {
  if ('value' in first) return { ok: true, input: first.value, json: input, coercions: [] };
  const unchecked = uncheckedIn(first.issues);
  if (unchecked !== undefined) return unchecked;
  const jsonSchema = describable(schema);
  const refuse = (issues: readonly SchemaIssue[], given: JsonObject = input): Validation => ({
    ok: false,
    issues: issues.map((issue) => describeIssue(issue, jsonSchema, given)),
  });
  const coerced = coerce(input, first.issues, jsonSchema);
  if (coerced === undefined) return refuse(first.issues);
  const accept = (second: Checked): Validation =>
    'value' in second
      ? { ok: true, input: second.value, json: coerced.input, coercions: coerced.changes }
      : (uncheckedIn(second.issues) ?? refuse(second.issues, coerced.input));
  const again = check(coerced.input);
  return again instanceof Promise ? again.then(accept) : accept(again);
}

/** For a boolean schema there are only issues. */
function describable(schema: ToolSchema): JsonObject {
  try {
    return toJsonSchema(schema);
  } catch {
    return {};
  }
}

function broken(error: unknown): Validation {
  return { ok: false, issues: [], schemaError: { kind: 'broken', reason: errorText(error) } };
}

/** Undefined: the schema was checked. */
function uncheckedIn(issues: readonly SchemaIssue[]): Validation | undefined {
  const found = issues.find(({ isUnchecked }) => isUnchecked === true);
  return found && { ok: false, issues: [], schemaError: { kind: 'unchecked', reason: found.message } };
}

function standardCheck(schema: Extract<ToolSchema, { '~standard': unknown }>): Check {
  const { validate } = schema['~standard'];
  return (value) => {
    const result = validate(value);
    return result instanceof Promise ? result.then(toChecked) : toChecked(result);
  };
}

function toChecked(result: StandardResult<unknown>): Checked {
  if (result.issues === undefined) return { value: result.value };
  return {
    issues: result.issues.map(({ message, path = [], isUnchecked }) => ({
      message,
      isUnchecked,
      path: path.map((step) => {
        const key = typeof step === 'object' ? step.key : step;
        return typeof key === 'number' ? key : String(key);
      }),
    })),
  };
}

async function compile(schema: JsonObject, validator: SchemaValidator | undefined): Promise<Check> {
  if (validator === undefined) {
    throw new Error('no JSON Schema validator is configured (runtime option "validator")');
  }
  const check = await validator.compile(schema);
  return (value) => {
    const issues = check(value);
    return issues.length === 0 ? { value } : { issues };
  };
}
