import { defineTool, type AnyTool } from '@sluice/core';
import { plainToolName } from './tool-names.ts';

/** Whether a rule denies every tool that a server could have. */
export function isServerDenied(server: string, isDenied: (tool: AnyTool) => boolean): boolean {
  const any = defineTool({
    // No tool has this name: only rules for the whole server match it.
    name: plainToolName(server, '_'.repeat(64)),
    description: '',
    inputSchema: { type: 'object' },
    call: async () => ({ data: '' }),
  });
  return isDenied(any);
}
