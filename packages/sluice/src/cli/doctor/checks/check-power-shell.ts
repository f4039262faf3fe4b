import type { Finding } from '../finding.ts';

export function checkPowerShell(): Finding {
  const text = 'not supported: Sluice runs commands with bash, and does not run on Windows yet.';
  return { name: 'PowerShell', status: 'absent', text };
}
