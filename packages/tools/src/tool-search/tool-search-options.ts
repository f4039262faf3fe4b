import type { AnyTool, CheckContext, ToolPool, ToolSources } from '@sluice/core';

export interface ToolSearchOptions {
  /** Asked at each search. */
  readonly pool: () => Pick<ToolPool, 'tools' | 'find'>;
  /** A rule denies the tool: it is not found. Default: none is. */
  readonly isDenied?: ((tool: AnyTool, context: CheckContext) => boolean) | undefined;
  /** What may bring more tools. Default: nothing. */
  readonly sources?: (() => ToolSources | undefined) | undefined;
}
