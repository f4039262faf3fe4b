import { toJsonSchema } from '../input/json-schema.ts';
import type { AnyTool, DescriptionContext } from '../tool/tool.ts';
import { isJsonObject, type JsonObject } from '../data/json.ts';
import type { ModelTool } from '../ports/model.ts';
import type { ToolPool } from './pool.ts';

/** What descriptions may depend on besides the pool. */
export type DescribedFor = Pick<DescriptionContext, 'mode' | 'model'>;

/** The model APIs with a supported tool definition format. */
export type ModelApi = 'anthropic' | 'openai' | 'gemini';

/**
 * The definitions of the pool's tools for the `tools` field of a model API: the same pool gives the same bytes. Leaves out deferred
 * tools, and tools whose description throws or whose schema can't be converted to the JSON Schema of an object.
 *
 * @param isDenied true for tools that a rule denies entirely (`RulePolicy.deniesTool`): a model is not offered what it may never use
 * @param about the mode and the model that descriptions may depend on
 */
export async function toolDefinitions(
  pool: Pick<ToolPool, 'tools'>,
  api: ModelApi,
  isDenied: (tool: AnyTool) => boolean = () => false,
  about: DescribedFor = {},
): Promise<readonly JsonObject[]> {
  const tools = await modelTools(pool, isDenied, about);
  const definitions = tools.map(({ name, description, inputSchema }) =>
    definition(name, description, inputSchema, api),
  );
  return api === 'gemini' ? [{ functionDeclarations: definitions }] : definitions;
}

/** The same tools without an API's format: a `ModelProvider` converts them. */
export async function modelTools(
  pool: Pick<ToolPool, 'tools'>,
  isDenied: (tool: AnyTool) => boolean = () => false,
  about: DescribedFor = {},
): Promise<readonly ModelTool[]> {
  const tools: ModelTool[] = [];
  for (const tool of pool.tools) {
    if (tool.isDeferred || isDenied(tool)) continue;
    const described = await modelTool(tool, { ...about, pool });
    if (described !== undefined) tools.push(described);
  }
  return tools;
}

/** One tool as described to a model, deferred or not; undefined if it can't be described. */
export async function modelTool(tool: AnyTool, context: DescriptionContext): Promise<ModelTool | undefined> {
  const description = await describe(tool, context);
  const inputSchema = convertible(tool);
  return inputSchema === undefined || description === undefined
    ? undefined
    : { name: tool.name, description, inputSchema };
}

async function describe(tool: AnyTool, context: DescriptionContext): Promise<string | undefined> {
  if (typeof tool.description === 'string') return tool.description;
  try {
    return await tool.description(context);
  } catch {
    return undefined;
  }
}

function convertible(tool: AnyTool): JsonObject | undefined {
  try {
    return forModel(toJsonSchema(tool.inputSchema));
  } catch {
    return undefined;
  }
}

const asked = new WeakMap<JsonObject, JsonObject>();

/** Without the optional properties that JSON Schema calls `readOnly`: they are accepted, but not for a model to fill in. */
function forModel(schema: JsonObject): JsonObject {
  const before = asked.get(schema);
  if (before !== undefined) return before;
  const { properties, required } = schema;
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const kept = isJsonObject(properties)
    ? Object.entries(properties).filter(
        ([name, value]) => isRequired(name) || !isJsonObject(value) || value['readOnly'] !== true,
      )
    : [];
  const isWhole = !isJsonObject(properties) || kept.length === Object.keys(properties).length;
  const left = isWhole ? schema : { ...schema, properties: Object.fromEntries(kept) };
  asked.set(schema, left);
  return left;
}

function definition(name: string, description: string, schema: JsonObject, api: ModelApi): JsonObject {
  switch (api) {
    case 'anthropic':
      return { name, description, input_schema: schema };
    case 'openai':
      return { type: 'function', function: { name, description, parameters: schema } };
    case 'gemini':
      return { name, description, parametersJsonSchema: schema };
    default:
      return api satisfies never;
  }
}
