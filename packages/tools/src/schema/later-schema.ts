import { toJsonSchema, type JsonObject, type StandardSchema } from '@sluice/core';
import type { z } from 'zod';
import { later } from './later.ts';
import { surelyFits } from './surely-fits.ts';

/** A schema that is made where it is needed. Standard JSON Schema (standardschema.dev/json-schema) tells it without that. */
export interface LaterSchema<Schema extends z.ZodType> extends StandardSchema<z.output<Schema>> {
  readonly '~standard': StandardSchema<z.output<Schema>>['~standard'] & {
    readonly jsonSchema: { readonly input: () => JsonObject };
  };
  /** The schema itself. */
  readonly made: () => Schema;
}

/**
 * Making the schemas of all tools, and the JSON Schemas of them for a model, takes a tenth of the start of a prompt, and
 * the first use of one a tenth of the first call. An input that surely fits what is known needs none.
 * @param known what the schema converts to (`KNOWN_INPUTS`); only of one that changes nothing of what it is given
 */
export function laterSchema<Schema extends z.ZodType>(
  make: () => Schema,
  known?: JsonObject,
): LaterSchema<Schema> {
  const made = later(make);
  const fits = (value: unknown): value is z.output<Schema> => known !== undefined && surelyFits(known, value);
  return {
    '~standard': {
      version: 1,
      vendor: 'sluice',
      validate: (value) => (fits(value) ? { value } : made()['~standard'].validate(value)),
      jsonSchema: { input: () => known ?? toJsonSchema(made()) },
    },
    made,
  };
}
