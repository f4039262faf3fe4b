import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOnTerminal } from './run-on-terminal.ts';

export type EditedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/** Lets the user edit a text in `$VISUAL` or `$EDITOR`. The terminal must have been released. */
export async function editText(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<EditedText> {
  const editor =
    [env['VISUAL'], env['EDITOR']].find((name) => name !== undefined && name.trim() !== '') ?? 'vi';
  const directory = mkdtempSync(join(tmpdir(), 'sluice-edit-'));
  const file = join(directory, 'prompt.md');
  try {
    writeFileSync(file, text, { mode: 0o600 });
    const problem = await runOnTerminal(editor, file);
    if (problem !== undefined)
      return { ok: false, message: `${editor} ended with ${problem}; the text is as it was.` };
    return { ok: true, text: readFileSync(file, 'utf8').replace(/\n$/, '') };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
