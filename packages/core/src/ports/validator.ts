import type { JsonObject } from '../data/json.ts';

export interface SchemaIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /**
   * The schema can't be checked against the value, which may be right: a pattern takes too long, or a reference has no end. It is then the
   * only issue. Default false.
   */
  readonly isUnchecked?: boolean | undefined;
}

/** JSON Schema, draft 2020-12. */
export interface SchemaValidator {
  /**
   * Compiles a schema; the returned function lists what is wrong with a value (empty: it is valid).
   *
   * @throws Error with a one-line reason if the schema itself is not valid.
   */
  compile(schema: JsonObject): Promise<(value: unknown) => readonly SchemaIssue[]>;
}
