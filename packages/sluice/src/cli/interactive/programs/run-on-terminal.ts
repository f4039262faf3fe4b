import { spawn } from 'node:child_process';

/**
 * Runs an editor or pager of the person's own on a file, on the terminal that was released for it. Answers with why it failed; undefined:
 * it didn't. What the agent does goes on meanwhile.
 */
export function runOnTerminal(command: string, file: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    // It may contain options; like every program that starts an editor or a pager, let the shell split them.
    const child = spawn('/bin/sh', ['-c', `${command} "$1"`, 'sh', file], { stdio: 'inherit' });
    const end = (): boolean => child.kill();
    process.on('exit', end);
    child.on('close', () => process.off('exit', end));
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(code === 0 ? undefined : (signal ?? `status ${code}`)));
  });
}
