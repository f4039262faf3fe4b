import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a program to its end and throws its output away as it comes; answers with the number of bytes.
 * @throws Error when it ends with anything but 0.
 */
export async function runChild(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly input?: string } = {},
): Promise<{ readonly bytes: number; readonly head: string }> {
  const child = spawn(command, args, { cwd: options.cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  let bytes = 0;
  let head = '';
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (head.length < 4096) head += chunk.toString('utf8', 0, 4096);
  });
  // A program may end before it has read all, or anything.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}`);
  return { bytes, head };
}
