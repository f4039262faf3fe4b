import { getOwn, isJsonObject } from '@sluice/core';
import { readTool, type ListedTool } from './listed-tool.ts';

/** A server that keeps changing names would fill the model's list: tools that have left stay in it. */
const MAX_NAMES = 20_000;

/** Reads the items of a server's lists of tools, and remembers the names that the server has had in this session. */
export class ToolItems {
  readonly #names = new Set<string>();
  readonly #maxNames: number;

  /** @param maxNames how many different names a server may have */
  constructor(maxNames = MAX_NAMES) {
    this.#maxNames = maxNames;
  }

  /**
   * What can be used, in order, and a sentence for each item that can't.
   * @param isWanted whether a tool of this name is to be used: otherwise nothing is said about it. Default: all are
   */
  read(
    items: readonly unknown[],
    isWanted: (name: string) => boolean = () => true,
  ): {
    readonly tools: readonly ListedTool[];
    readonly problems: readonly string[];
  } {
    const problems: string[] = [];
    const tools = new Map<string, ListedTool>();
    let crowdedOut = 0;
    for (const item of items) {
      const tool = readTool(item);
      const name = isJsonObject(item) ? getOwn(item, 'name') : undefined;
      const isQuiet = typeof name === 'string' && !isWanted(name);
      if (typeof tool === 'string') problems.push(...(isQuiet ? [] : [`${tool} It was skipped.`]));
      else if (tools.has(tool.name))
        problems.push(
          ...(isQuiet ? [] : [`Two tools have the name ${JSON.stringify(tool.name)}: the first is used.`]),
        );
      else if (this.#names.size >= this.#maxNames && !this.#names.has(tool.name)) crowdedOut += 1;
      else {
        this.#names.add(tool.name);
        tools.set(tool.name, tool);
      }
    }
    if (crowdedOut > 0)
      problems.push(
        `It has had ${this.#maxNames} different tools in this session, which is the limit: ${crowdedOut} new ones are left out.`,
      );
    return { tools: [...tools.values()], problems };
  }
}
