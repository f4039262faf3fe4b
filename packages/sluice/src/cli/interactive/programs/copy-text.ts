import { spawn } from 'node:child_process';
import { presentItems } from '@sluice/base';

type Environment = Readonly<Record<string, string | undefined>>;

/** It never says whether it took a text. */
export const TERMINAL = 'the terminal (OSC 52)';

/** Longer texts are cut off by terminals. */
const MAX_OSC_BYTES = 74_000;

/**
 * Copies a text to the clipboard; returns what took it.
 * @param write sends a sequence to the terminal; undefined: it takes none
 */
export async function copyText(
  text: string,
  env: Environment,
  write: ((sequence: string) => void) | undefined,
): Promise<readonly string[]> {
  const took: string[] = [];
  for (const [name, ...args] of programs(env)) if (await pipe(name, args, text)) took.push(name);
  const base64 = Buffer.from(text).toString('base64');
  if (write !== undefined && base64.length <= MAX_OSC_BYTES) {
    write(`\u001b]52;c;${base64}\u0007`);
    took.push(TERMINAL);
  }
  return took;
}

function programs(env: Environment): readonly (readonly [string, ...string[]])[] {
  const has = (name: string): boolean => (env[name] ?? '') !== '';
  return presentItems([
    has('TMUX') ? (['tmux', 'load-buffer', '-w', '-'] as const) : undefined,
    has('WAYLAND_DISPLAY') ? (['wl-copy'] as const) : undefined,
    has('DISPLAY') && !has('WAYLAND_DISPLAY') ? (['xclip', '-selection', 'clipboard'] as const) : undefined,
    process.platform === 'darwin' ? (['pbcopy'] as const) : undefined,
  ]);
}

function pipe(name: string, args: readonly string[], text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(name, args, { stdio: ['pipe', 'ignore', 'ignore'] });
    child.on('error', () => resolve(false));
    child.on('exit', (status) => resolve(status === 0));
    child.stdin.on('error', () => {});
    child.stdin.end(text);
  });
}
