import type { JsonObject } from '../data/json.ts';

/** The part of the Standard Schema interface (standardschema.dev) that Sluice uses; zod, valibot and arktype implement it. */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  };
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  /** Not of the interface: see `SchemaIssue`. */
  readonly isUnchecked?: boolean | undefined;
}

declare const INPUT: unique symbol;

/**
 * A plain JSON Schema whose root is an object, with the type of valid values, which you must keep in step with the schema. `const input:
 * JsonSchema<{ path: string }> = { type: 'object', … }`.
 */
export type JsonSchema<Input> = JsonObject & { readonly [INPUT]?: Input };

/** A schema as a tool declares it: any Standard Schema, or a plain JSON Schema whose root is an object. */
export type ToolSchema = StandardSchema | JsonObject;

/** The type of a parsed value: a Standard Schema's output, that of a `JsonSchema`, else any JSON object. */
export type InferSchema<Schema> =
  Schema extends StandardSchema<infer Output>
    ? Output
    : Schema extends { readonly [INPUT]?: infer Input }
      ? unknown extends Input
        ? JsonObject
        : Input
      : JsonObject;

export function isStandardSchema(schema: ToolSchema): schema is StandardSchema {
  return '~standard' in schema;
}
