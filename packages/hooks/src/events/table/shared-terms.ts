/** Terms that rows of several event tables share. */
export const CONTEXT = ['additionalContext'] as const;
export const WATCH = ['watchPaths'] as const;
export const NO_MODEL = ['command', 'http', 'mcp_tool'];
