import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Shows a text in `$PAGER`, or in less. False: neither could show it. The terminal must have been released. */
export function pageText(text: string, env: Readonly<Record<string, string | undefined>>): boolean {
  const set = env['PAGER']?.trim() ?? '';
  const directory = mkdtempSync(join(tmpdir(), 'sluice-page-'));
  const file = join(directory, 'transcript.md');
  try {
    writeFileSync(file, text, { mode: 0o600 });
    // The variable may contain options; like every program that starts a pager, let the shell split them.
    const command = set === '' ? 'less -R' : set;
    const { status, error } = spawnSync('/bin/sh', ['-c', `${command} "$1"`, 'sh', file], {
      stdio: 'inherit',
    });
    return error === undefined && status === 0;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
