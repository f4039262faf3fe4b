import { findCgroup, findMemoryPlace } from '@sluice/process';
import type { Finding } from '../finding.ts';

export function checkCgroup(): Finding {
  const support = findCgroup();
  const name = 'Control groups';
  if (support.isAvailable)
    return {
      name,
      status: 'good',
      text: `commands that run for a while get their own below ${support.directory}; ${memoryText()}`,
    };
  const text = `${support.reason} Instead, processes are identified by session, parent, environment and a marker; ${memoryText()}`;
  return { name, status: 'absent', text };
}

function memoryText(): string {
  const place = findMemoryPlace();
  return place.isAvailable
    ? 'CLAUDE_CODE_TOOL_MEMORY_LIMIT can limit the memory of commands'
    : `CLAUDE_CODE_TOOL_MEMORY_LIMIT would be ignored: ${place.reason}`;
}
