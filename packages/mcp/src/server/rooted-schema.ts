import { toJsonSchema, type JsonObject, type ToolSchema } from '@sluice/core';

/** A schema as the protocol lists it: of an object. */
export type RootedSchema = JsonObject & { readonly type: 'object' };

/** A schema without a type at its root is taken to be of an object. Undefined: it is of something else, or can't be listed. */
export function rootedSchema(schema: ToolSchema): RootedSchema | undefined {
  try {
    const converted = toJsonSchema(schema);
    // A client gets a plain JSON Schema as its author wrote it, its dialect included.
    const whole = '~standard' in schema ? converted : { ...schema, type: converted['type'] };
    return isRooted(whole) ? whole : undefined;
  } catch {
    return undefined;
  }
}

function isRooted(schema: JsonObject): schema is RootedSchema {
  return schema['type'] === 'object';
}
