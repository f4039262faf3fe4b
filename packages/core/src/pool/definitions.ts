import { toJsonSchema } from '../input/json-schema.ts';
import type { AnyTool, DescriptionContext } from '../tool/tool.ts';
import type { JsonObject } from '../data/json.ts';
import type { ModelTool } from '../ports/model.ts';
import type { ToolPool } from './pool.ts';

/** What descriptions may depend on beside the pool. */
export type DescribedFor = Pick<DescriptionContext, 'mode' | 'model'>;

/** The model APIs whose form of a tool definition is known. */
export type ModelApi = 'anthropic' | 'openai' | 'gemini';

/**
 * The definitions of the pool's tools as a model API takes them in its `tools` field: the same pool gives the same
 * bytes. Deferred tools are left out, and so is one whose description
 * can't be had, or whose schema can't be told as JSON Schema of an object.
 * @param isDenied true for tools that a rule denies as such (`RulePolicy.deniesTool`): a model is not shown what it may
 * never use
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

/** The same tools in no API's form: a `ModelProvider` gives them its own. */
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

/** One tool as a model is told of it, deferred or not; undefined: it can't be described. */
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
    return toJsonSchema(tool.inputSchema);
  } catch {
    return undefined;
  }
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
