import { findShell } from '@sluice/process';
import type { Finding } from '../finding.ts';

/** The shell of commands, unless `CLAUDE_CODE_SHELL` names another. */
export function checkShell(env: Readonly<Record<string, string | undefined>>): Finding {
  const name = 'Shell';
  const shell = findShell();
  const chosen = env['CLAUDE_CODE_SHELL'] ?? '';
  const details = chosen === '' ? [] : [`CLAUDE_CODE_SHELL is set to ${chosen}.`];
  if (shell === undefined)
    return { name, status: 'bad', text: 'Neither bash nor sh is installed: no command can run.', details };
  const text = shell.endsWith('bash')
    ? shell
    : `${shell}; bash is not installed, and what needs it will fail.`;
  return { name, status: 'good', text, details };
}
