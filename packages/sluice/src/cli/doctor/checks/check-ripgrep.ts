import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findRipgrep } from '@sluice/tools';
import type { Finding } from '../finding.ts';

/** The program that Grep and Glob search with. */
export async function checkRipgrep(): Promise<Finding> {
  const name = 'ripgrep';
  const program = await findRipgrep();
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], { timeout: 10_000 });
    return { name, status: 'good', text: `${stdout.split('\n', 1)[0]} (${program})` };
  } catch {
    const text = `${program} could not be started: install @vscode/ripgrep with its optional packages, or put rg on PATH.`;
    return { name, status: 'bad', text };
  }
}
