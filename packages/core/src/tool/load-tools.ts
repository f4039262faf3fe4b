import type { AnyTool } from './tool.ts';

/** Loads tools so that they can be used without the engine, which does this itself before a tool's first call. */
export async function loadTools(tools: readonly AnyTool[]): Promise<void> {
  await Promise.all(tools.map(async (tool) => tool.load?.()));
}
