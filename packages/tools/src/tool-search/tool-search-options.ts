import type { AnyTool, CheckContext, ToolPool, ToolSources } from '@sluice/core';

export interface ToolSearchOptions {
  /** Queried for each search. */
  readonly pool: () => Pick<ToolPool, 'tools' | 'find'>;
  /** Whether a rule denies the tool, so that it is not found. Default: none. */
  readonly isDenied?: ((tool: AnyTool, context: CheckContext) => boolean) | undefined;
  /** What may provide more tools. Default: nothing. */
  readonly sources?: (() => ToolSources | undefined) | undefined;
}
