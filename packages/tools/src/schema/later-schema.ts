import { toJsonSchema, type JsonObject, type StandardSchema } from '@sluice/core';
import type { z } from 'zod';
import { later } from './later.ts';

/** A schema that is made at its first use. Standard JSON Schema (standardschema.dev/json-schema) tells it without that. */
export interface LaterSchema<Schema extends z.ZodType> extends StandardSchema<z.output<Schema>> {
  readonly '~standard': StandardSchema<z.output<Schema>>['~standard'] & {
    readonly jsonSchema: { readonly input: () => JsonObject };
  };
  /** The schema itself. */
  readonly made: () => Schema;
}

/**
 * Making the schemas of all tools, and the JSON Schemas of them for a model, takes a tenth of the start of a prompt; most
 * sessions call a few tools.
 * @param known what the schema converts to (`KNOWN_INPUTS`)
 */
export function laterSchema<Schema extends z.ZodType>(
  make: () => Schema,
  known?: JsonObject,
): LaterSchema<Schema> {
  const made = later(make);
  return {
    '~standard': {
      version: 1,
      vendor: 'sluice',
      validate: (value) => made()['~standard'].validate(value),
      jsonSchema: { input: () => known ?? toJsonSchema(made()) },
    },
    made,
  };
}
