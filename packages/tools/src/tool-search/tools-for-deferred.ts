/** Tools that only serve deferred ones: offered if there are any, whichever built-in tools are selected. */
export const TOOLS_FOR_DEFERRED: readonly string[] = ['ToolSearch', 'UseTool'];
