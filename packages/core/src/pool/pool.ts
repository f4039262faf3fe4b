import type { AnyTool } from '../tool/tool.ts';
import { nearNames } from './near-names.ts';

/** The tools that a model may call: looked up by name, then alias. */
export interface ToolPool {
  /** In a fixed order, so that prompt caches hold: built-in tools by name, then foreign ones by name. */
  readonly tools: readonly AnyTool[];
  find(name: string): AnyTool | undefined;
  /** Names like a wrong one, for its error. */
  near(name: string): readonly string[];
  /** Tools that were left out, each with the reason. */
  readonly leftOut: readonly {
    readonly name: string;
    readonly reason: 'disabled' | 'denied' | 'name-taken';
  }[];
}

/** A tool, or a function that makes it when the pool is assembled: undefined leaves it out. */
export type ToolSource = AnyTool | (() => AnyTool | undefined);

export interface PoolOptions {
  readonly builtIn: readonly ToolSource[];
  /** MCP tools and those of the embedding program: equals in use, later in order; of two with one name the first wins. */
  readonly foreign?: readonly ToolSource[];
  /** True leaves the tool out of the pool: the model never sees it. */
  readonly isDenied?: (tool: AnyTool) => boolean;
}

export function assemblePool({ builtIn, foreign = [], isDenied = () => false }: PoolOptions): ToolPool {
  const leftOut: { name: string; reason: 'disabled' | 'denied' | 'name-taken' }[] = [];
  const byName = new Map<string, AnyTool>();
  for (const group of [builtIn, foreign]) {
    const made = group.flatMap((source) => {
      const tool = typeof source === 'function' ? source() : source;
      return tool === undefined ? [] : [tool];
    });
    for (const tool of made.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))) {
      if (!isEnabled(tool)) leftOut.push({ name: tool.name, reason: 'disabled' });
      else if (isDenied(tool)) leftOut.push({ name: tool.name, reason: 'denied' });
      else if (byName.has(tool.name)) leftOut.push({ name: tool.name, reason: 'name-taken' });
      else byName.set(tool.name, tool);
    }
  }
  const aliases = new Map<string, AnyTool>();
  for (const tool of byName.values()) {
    for (const alias of tool.aliases) if (!aliases.has(alias)) aliases.set(alias, tool);
  }
  return {
    tools: [...byName.values()],
    find: (name) => byName.get(name) ?? aliases.get(name),
    near: (name) => nearNames(name, byName.keys()),
    leftOut,
  };
}

function isEnabled(tool: AnyTool): boolean {
  try {
    return tool.isEnabled();
  } catch {
    return false;
  }
}
