import type { AgentEvent } from '@sluice/agent';
import type { AnyTool, ToolPool } from '@sluice/core';

/** A model that answers within it is a script or a small one nearby, whose answer a load of 25 ms would only delay. */
const THINKS_AFTER_MS = 100;

/**
 * Loads what listed tools need while the model thinks, and what a tool needs once a call of it begins, so that no first call waits for it.
 * Call `asks` before each request and `hears` for each event.
 */
export function warmTools(pool: Pick<ToolPool, 'tools' | 'find'>): {
  asks(): void;
  hears(event: AgentEvent): void;
} {
  let timer: NodeJS.Timeout | undefined;
  let isWarm = false;
  const loadAll = (): void => {
    isWarm = true;
    for (const tool of pool.tools) if (!tool.isDeferred) load(tool);
  };
  return {
    asks() {
      if (isWarm) return;
      clearTimeout(timer);
      timer = setTimeout(loadAll, THINKS_AFTER_MS);
      timer.unref();
    },
    hears(event) {
      if (isWarm || event.type !== 'model') return;
      clearTimeout(timer);
      const { event: said } = event;
      if (said.type !== 'block-start' || said.block.type !== 'tool_use') return;
      const tool = pool.find(said.block.name);
      if (tool !== undefined) load(tool);
    },
  };
}

/** The call itself loads it again, and tells what went wrong. */
function load(tool: AnyTool): void {
  void tool.load?.().catch(() => {});
}
