/** Tools that only serve deferred ones: they are offered where there are some, whichever built-in tools are wanted. */
export const TOOLS_FOR_DEFERRED: readonly string[] = ['ToolSearch', 'UseTool'];
