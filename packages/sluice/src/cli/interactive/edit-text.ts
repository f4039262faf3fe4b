import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type EditedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/** Lets the user edit a text in `$VISUAL` or `$EDITOR`. The terminal must have been released. */
export function editText(text: string, env: Readonly<Record<string, string | undefined>>): EditedText {
  const editor =
    [env['VISUAL'], env['EDITOR']].find((name) => name !== undefined && name.trim() !== '') ?? 'vi';
  const directory = mkdtempSync(join(tmpdir(), 'sluice-edit-'));
  const file = join(directory, 'prompt.md');
  try {
    writeFileSync(file, text, { mode: 0o600 });
    // The variable may contain options; like every program that starts an editor, let the shell split them.
    const { status, error } = spawnSync('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], {
      stdio: 'inherit',
    });
    if (error !== undefined || status !== 0)
      return {
        ok: false,
        message: `${editor} ended with ${error?.message ?? `status ${String(status)}`}; the text is as it was.`,
      };
    return { ok: true, text: readFileSync(file, 'utf8').replace(/\n$/, '') };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
