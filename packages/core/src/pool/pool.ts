import type { AnyTool } from '../tool/tool.ts';

/** The tools that a model may call: looked up by name, then alias. Tools may join and leave while calls run. */
export interface ToolPool {
  /**
   * In an order that only grows, so that prompt caches stay valid: built-in tools by name, then foreign ones by name, then those that
   * joined later. A tool that has left keeps its place, unless its source was removed.
   */
  readonly tools: readonly AnyTool[];
  /** Increases with each change. */
  readonly version: number;
  /** Undefined for a name that no tool has, or whose tool has left. */
  find(name: string): AnyTool | undefined;
  /** Why the tool with this name has left; undefined if it is available, or never was. */
  whyGone(name: string): string | undefined;
  /**
   * Replaces the tools of one source, such as an MCP server. New ones are appended; missing ones leave. A call of one that left, even a
   * waiting one, gets an error result with the reason `why` (a clause). A tool whose name is taken, or that is disabled or denied, is
   * left out. Never throws.
   * @param isRemoved the source won't come back: tools that leave give up their place. Default false
   */
  update(source: string, tools: readonly AnyTool[], why?: string, isRemoved?: boolean): void;
  /** `update` for several sources in that order, of which listeners hear once. */
  updateAll(changes: readonly SourceChange[]): void;
  /** Calls `listener` after each change; the returned function unsubscribes. */
  onChange(listener: () => void): () => void;
  /** It is not one of the built-in tools. */
  isForeign(tool: AnyTool): boolean;
  /** Names similar to a wrong one, for its error. */
  near(name: string): readonly string[];
  /** Tools that were left out, each with the reason. */
  readonly leftOut: readonly LeftOut[];
}

/** The parameters of `update`. */
export interface SourceChange {
  readonly source: string;
  readonly tools: readonly AnyTool[];
  readonly why?: string | undefined;
  readonly isRemoved?: boolean | undefined;
}

export interface LeftOut {
  readonly name: string;
  readonly reason: LeftOutReason;
}

export type LeftOutReason = 'disabled' | 'denied' | 'name-taken' | 'replaced';

/** A tool, or a function that creates it when the pool is assembled: undefined leaves it out. */
export type ToolSource = AnyTool | (() => AnyTool | undefined);

export interface PoolOptions {
  readonly builtIn: readonly ToolSource[];
  /** Names of the built-in tools to offer. Default: all. The names of the others stay reserved. */
  readonly wanted?: readonly string[] | undefined;
  /**
   * MCP tools and those of the embedding program: equal in use, later in order; of two with one name the first wins. One with a name or
   * alias of a built-in tool must set `replacesBuiltIn`.
   */
  readonly foreign?: readonly ToolSource[];
  /** True leaves the tool out of the pool: the model never sees it. */
  readonly isDenied?: (tool: AnyTool) => boolean;
  /** True keeps a tool that is in the pool from being named for a wrong name: rules may deny it at any time. Default: none. */
  readonly isUnnamed?: (tool: AnyTool) => boolean;
}
