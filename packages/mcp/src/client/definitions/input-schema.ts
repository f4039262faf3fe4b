import type { JsonObject, SchemaValidator, StandardSchema } from '@sluice/core';

/** A schema whose JSON form is the one for models; what it validates with is the server's own. */
export function inputSchemaOf(
  original: JsonObject,
  forModel: JsonObject,
  validator: SchemaValidator,
): StandardSchema<JsonObject> {
  let check: ReturnType<SchemaValidator['compile']> | undefined;
  const validate = async (value: unknown): ReturnType<Validate> => {
    const issues = (await (check ??= validator.compile(original)))(value);
    return issues.length === 0 && isInput(value) ? { value } : { issues };
  };
  const standard: StandardSchema<JsonObject>['~standard'] & { readonly jsonSchema: object } = {
    version: 1,
    vendor: 'mcp',
    validate,
    jsonSchema: { input: () => forModel, output: () => forModel },
  };
  return { '~standard': standard };
}

type Validate = (
  value: unknown,
) => Promise<
  { value: JsonObject } | { issues: Awaited<ReturnType<Awaited<ReturnType<SchemaValidator['compile']>>>> }
>;

/** The engine gives nothing but objects. */
function isInput(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
