/** Sources of tools that may join the pool later, such as MCP servers. */
export interface ToolSources {
  /** Waits until none is connecting any more, at most `limitMs`. Returns the names of those that still are. Never rejects. */
  settled(limitMs: number, signal?: AbortSignal): Promise<readonly string[]>;
  /** Those whose tools are missing for another reason, one line each: which, why, and how to fix it. */
  unavailable(): readonly string[];
}
