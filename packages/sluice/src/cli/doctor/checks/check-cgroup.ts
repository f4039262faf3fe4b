import { findCgroup, findMemoryPlace } from '@sluice/process';
import type { Finding } from '../finding.ts';

export function checkCgroup(): Finding {
  const support = findCgroup();
  const name = 'Control groups';
  if (support.isAvailable)
    return {
      name,
      status: 'good',
      text: `a command that runs for a while has its own beneath ${support.directory}; ${memoryText()}`,
    };
  const text = `${support.reason} Processes are found by session, parent, environment and a mark instead; ${memoryText()}`;
  return { name, status: 'absent', text };
}

function memoryText(): string {
  const place = findMemoryPlace();
  return place.isAvailable
    ? 'CLAUDE_CODE_TOOL_MEMORY_LIMIT can bound the memory of commands'
    : `CLAUDE_CODE_TOOL_MEMORY_LIMIT would be ignored: ${place.reason}`;
}
