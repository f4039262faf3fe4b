import { toJsonSchema, type JsonObject, type StandardSchema } from '@sluice/core';
import type { z } from 'zod';
import { lazy } from './lazy.ts';
import { surelyFits } from './surely-fits.ts';

/** A schema that is built on first use. Its JSON Schema (standardschema.dev/json-schema) is available without building it. */
export interface LazySchema<Schema extends z.ZodType> extends StandardSchema<z.output<Schema>> {
  readonly '~standard': StandardSchema<z.output<Schema>>['~standard'] & {
    readonly jsonSchema: { readonly input: () => JsonObject };
  };
  /** The schema itself. */
  readonly made: () => Schema;
}

/**
 * Building all tools' schemas and their JSON Schemas for a model takes a tenth of a prompt's startup time, and the first use of one a
 * tenth of the first call. An input that certainly fits the known JSON Schema needs neither.
 *
 * @param known what the schema converts to (`KNOWN_INPUTS`); only for a schema that never changes its input
 */
export function lazySchema<Schema extends z.ZodType>(
  make: () => Schema,
  known?: JsonObject,
): LazySchema<Schema> {
  const made = lazy(make);
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
