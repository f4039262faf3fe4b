import {
  modelTool,
  type AnyTool,
  type ModelTool,
  type PermissionMode,
  type ToolPool,
  type ToolReferenceBlock,
} from '@sluice/core';

/** Definitions as requests carry them: the same object as long as nothing of it has changed. */
export class ToolDefinitions {
  readonly #pool: ToolPool;
  readonly #definitions = new WeakMap<AnyTool, ModelTool>();
  readonly #deferred = new WeakMap<ModelTool | ToolReferenceBlock, ModelTool>();

  constructor(pool: ToolPool) {
    this.#pool = pool;
  }

  /** Undefined: the tool is not described to this model in this mode. */
  async of(tool: AnyTool, mode: PermissionMode, model: string): Promise<ModelTool | undefined> {
    const known = this.#definitions.get(tool);
    if (known !== undefined && typeof tool.description === 'string') return known;
    const pool = this.#pool;
    const described = await modelTool(tool, { pool, mode, model });
    if (described === undefined) return undefined;
    if (known !== undefined && known.description === described.description) return known;
    const definition: ModelTool = { ...described, isForeign: pool.isForeign(tool) };
    this.#definitions.set(tool, definition);
    return definition;
  }

  /** A definition that the model doesn't see until something refers to it. */
  asDeferred(definition: ModelTool): ModelTool {
    return this.#deferredOf(definition, () => ({ ...definition, isDeferred: true }));
  }

  /** The definition that the conversation has. */
  fromReference(block: ToolReferenceBlock): ModelTool {
    return this.#deferredOf(block, () => ({ ...definitionOf(block), isForeign: true, isDeferred: true }));
  }

  #deferredOf(key: ModelTool | ToolReferenceBlock, make: () => ModelTool): ModelTool {
    const known = this.#deferred.get(key);
    if (known !== undefined) return known;
    const deferred = make();
    this.#deferred.set(key, deferred);
    return deferred;
  }
}

export function definitionOf({
  tool_name: name,
  description,
  input_schema: inputSchema,
}: ToolReferenceBlock): ModelTool {
  return { name, description, inputSchema };
}

export function referenceTo({ name, description, inputSchema }: ModelTool): ToolReferenceBlock {
  return { type: 'tool_reference', tool_name: name, description, input_schema: inputSchema };
}
