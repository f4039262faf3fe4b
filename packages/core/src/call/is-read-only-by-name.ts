import type { Engine } from '../run/engine.ts';

/** Whether every call of a tool only reads: the tool is asked by its name alone, and a throw counts as no. */
export function isReadOnlyByName(engine: Engine, name: string): boolean {
  const tool = engine.tools.pool.find(name);
  if (tool === undefined) return false;
  try {
    return tool.isReadOnly({});
  } catch {
    return false;
  }
}
