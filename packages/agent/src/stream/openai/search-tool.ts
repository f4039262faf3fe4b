/** The tool that finds deferred tools; model APIs with such a tool have their own form for it. */
export const SEARCH_TOOL = 'ToolSearch';
