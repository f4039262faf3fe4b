import { DEFAULT_RESULT_LIMIT } from '../result/result-limits.ts';
import { checkDefinition } from './check-definition.ts';
import { constant, constantOf } from './constant.ts';
import { getOwn, isJsonObject, type JsonObject } from '../data/json.ts';
import { isStandardSchema, type InferSchema, type ToolSchema } from './schema.ts';
import type { Tool } from './tool.ts';
import type { Predicate, ToolDefinition } from './tool-definition.ts';

/**
 * Creates a tool from its declaration.
 *
 * @throws TypeError if the name is not 1–128 characters of `A-Z a-z 0-9 _ -`, schema or `call` are missing, the root of the schema is
 * not an object, or there is a field that no tool has; TypeError or RangeError for a value that a field can't have.
 */
export function defineTool<const Schema extends ToolSchema, Output, Extension = unknown, Progress = unknown>(
  definition: ToolDefinition<Schema, Output, Extension, Progress>,
): Tool<InferSchema<Schema>, Output, Extension, Progress> {
  type Input = InferSchema<Schema>;
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(definition.name)) {
    throw new TypeError(
      `A tool's name is 1 to 128 letters, digits, "_" or "-"; got ${JSON.stringify(definition.name)}.`,
    );
  }
  if (typeof definition.inputSchema !== 'object' || definition.inputSchema === null) {
    throw new TypeError(
      `The tool ${definition.name} needs an "inputSchema": a Standard Schema (zod, say) or a JSON Schema.`,
    );
  }
  const root = rootProblem(definition.inputSchema);
  if (root !== undefined) {
    throw new TypeError(
      `The "inputSchema" of the tool ${definition.name} must describe an object at its root; got ${root}. Put the value in a property: { type: 'object', properties: { value: … } }.`,
    );
  }
  if (typeof definition.call !== 'function') {
    throw new TypeError(`The tool ${definition.name} needs a "call" function, which does the work.`);
  }
  checkDefinition(definition, definition.name);
  const isReadOnly = asFunction<Input, boolean>(definition.isReadOnly, constant(false));
  const isAlwaysReadOnly = constantOf(isReadOnly);
  return {
    ...definition,
    aliases: definition.aliases ?? [],
    searchHint: definition.searchHint,
    isDeferred: definition.isDeferred ?? false,
    outputSchema: definition.outputSchema,
    isEnabled: definition.isEnabled ?? (() => true),
    isConcurrencySafe: asFunction<Input, boolean>(definition.isConcurrencySafe, constant(false)),
    isReadOnly,
    isDestructive: asFunction<Input, boolean>(
      definition.isDestructive,
      typeof isAlwaysReadOnly === 'boolean'
        ? constant(!isAlwaysReadOnly)
        : (input, context) => !isReadOnly(input, context),
    ),
    isIdempotent: asFunction<Input, boolean>(definition.isIdempotent, isReadOnly),
    interruptBehavior: asFunction<Input, 'block' | 'cancel'>(definition.interruptBehavior, (input, context) =>
      isReadOnly(input, context) ? 'cancel' : 'block',
    ),
    changesContext: asFunction<Input, boolean>(definition.changesContext, () => false),
    maxResultSizeChars: asFunction<Input, number>(definition.maxResultSizeChars, () => DEFAULT_RESULT_LIMIT),
    resultPreview: definition.resultPreview ?? 'head',
    displayName: definition.displayName ?? (() => definition.name),
    summarize: definition.summarize ?? (() => definition.name),
    annotations: definition.annotations ?? {},
  };
}

/** The root of a schema that no model API accepts; undefined: an object, or unknown without converting it. */
function rootProblem(schema: ToolSchema): string | undefined {
  if (Array.isArray(schema)) return 'a list';
  if (!isStandardSchema(schema)) {
    const type = getOwn(schema, 'type');
    if (type !== undefined) return type === 'object' ? undefined : `the type ${JSON.stringify(type)}`;
    const values = ['enum', 'const'].find((key) => Object.hasOwn(schema, key));
    return values === undefined ? partProblem(schema) : `${JSON.stringify(values)} without the type "object"`;
  }
  const type = zodType(schema);
  return type !== undefined && NEVER_OBJECTS.has(type) ? `the type ${JSON.stringify(type)}` : undefined;
}

/** A root without a type describes an object by its properties, or any object, unless a part of it describes something else. */
function partProblem(schema: JsonObject): string | undefined {
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const parts = getOwn(schema, key);
    if (!Array.isArray(parts)) continue;
    for (const part of parts) {
      const problem = isJsonObject(part) ? rootProblem(part) : undefined;
      if (problem !== undefined) return `${problem} in ${JSON.stringify(key)}`;
    }
  }
  return undefined;
}

const NEVER_OBJECTS: ReadonlySet<string> = new Set([
  'string',
  'number',
  'bigint',
  'boolean',
  'array',
  'tuple',
  'date',
  'enum',
  'literal',
  'null',
  'undefined',
]);

/** For a zod schema, without loading zod. */
function zodType(schema: object): string | undefined {
  const internals: unknown = Reflect.get(schema, '_zod');
  const definition = isJsonObject(internals) ? Reflect.get(internals, 'def') : undefined;
  const type: unknown = isJsonObject(definition) ? getOwn(definition, 'type') : undefined;
  return typeof type === 'string' ? type : undefined;
}

function asFunction<Input, Value extends string | number | boolean>(
  given: Value | Predicate<Input, Value> | undefined,
  fallback: Predicate<Input, Value>,
): Predicate<Input, Value> {
  if (given === undefined) return fallback;
  return typeof given === 'function' ? given : constant(given);
}
