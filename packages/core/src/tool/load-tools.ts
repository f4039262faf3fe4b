import type { AnyTool } from './tool.ts';

/** Makes tools ready to be asked without the engine, which does this itself before a tool's first call. */
export async function loadTools(tools: readonly AnyTool[]): Promise<void> {
  await Promise.all(tools.map(async (tool) => tool.load?.()));
}
