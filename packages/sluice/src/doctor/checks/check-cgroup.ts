import { findCgroup } from '@sluice/process';
import type { Finding } from '../finding.ts';

export function checkCgroup(): Finding {
  const support = findCgroup();
  const name = 'Control groups';
  if (support.isAvailable)
    return {
      name,
      status: 'good',
      text: `a command that runs for a while has its own beneath ${support.directory}`,
    };
  const text = `${support.reason} Processes are found by session, parent and environment instead.`;
  return { name, status: 'absent', text };
}
