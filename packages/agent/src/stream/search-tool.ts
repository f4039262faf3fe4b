/** The tool that finds deferred tools; model APIs that know such a tool have a form of their own for it. */
export const SEARCH_TOOL = 'ToolSearch';
