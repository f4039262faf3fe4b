import type { ModelTool, ToolReferenceBlock } from '@sluice/core';
import type { StandingReferences } from './standing-references.ts';

/** Stands for tools that are still to come: the API wants to know from the first request on that there are deferred ones. */
const PLACEHOLDER: ModelTool = {
  name: 'tools_to_come',
  description: 'Placeholder, not a tool: tools may be added later.',
  inputSchema: { type: 'object', properties: {} },
  isDeferred: true,
};

/** Of the form `inline`: the deferred tools of a request's list, which stays the same until a compaction. */
export class DeclaredTools {
  /** Those that the requests of a resumed conversation list. */
  #ofBefore: ReadonlySet<string> | undefined;
  #tools: ReadonlyMap<string, ModelTool> | undefined;

  constructor(ofBefore: readonly string[] | undefined) {
    this.#ofBefore = ofBefore && new Set(ofBefore);
  }

  get(name: string): ModelTool | undefined {
    return this.#tools?.get(name);
  }

  /** The list has been made, and the tool isn't in it. */
  lacks(name: string): boolean {
    return this.#tools?.has(name) === false;
  }

  /**
   * The tools of the list. The first call decides which they are.
   * @param deferred tools that could be listed now
   * @param fromReference the definition that a search has shown
   */
  take(
    deferred: ReadonlyMap<string, ModelTool>,
    { found, added }: StandingReferences,
    fromReference: (block: ToolReferenceBlock) => ModelTool | undefined,
  ): Iterable<ModelTool> {
    if (this.#tools !== undefined) return this.#tools.values();
    const tools = new Map<string, ModelTool>();
    for (const [name, tool] of deferred) {
      const isOfBefore = this.#ofBefore?.has(name) ?? true;
      if (isOfBefore && !added.has(name) && found.get(name)?.is_added !== true) tools.set(name, tool);
    }
    for (const [name, block] of found) {
      const shown = block.is_added === true ? undefined : fromReference(block);
      if (shown !== undefined) tools.set(name, shown);
    }
    if (tools.size === 0) tools.set(PLACEHOLDER.name, PLACEHOLDER);
    this.#tools = tools;
    return tools.values();
  }

  /** After a compaction, the next request starts over. */
  forget(): void {
    this.#tools = undefined;
    this.#ofBefore = undefined;
  }
}
