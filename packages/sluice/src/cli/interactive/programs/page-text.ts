import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOnTerminal } from './run-on-terminal.ts';

/**
 * Shows a text in `$PAGER`, or in less, which begins at its end if that is wanted. False: neither could show it. The terminal must have
 * been released.
 */
export async function pageText(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
  { atEnd = false }: { readonly atEnd?: boolean } = {},
): Promise<boolean> {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-page-'));
  const file = join(directory, 'transcript.md');
  try {
    writeFileSync(file, text, { mode: 0o600 });
    return (await runOnTerminal(atEnd ? atItsEnd(pagerOf(env)) : pagerOf(env), file)) === undefined;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Another pager has its own way of doing that. */
function atItsEnd(pager: string): string {
  return /^(?:\S*\/)?less(?: |$)/.test(pager) ? `${pager} +G` : pager;
}

export function pagerOf(env: Readonly<Record<string, string | undefined>>): string {
  const set = env['PAGER']?.trim() ?? '';
  return set === '' ? 'less -R' : set;
}
