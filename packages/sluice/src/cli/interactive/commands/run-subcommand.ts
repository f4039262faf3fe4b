import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { CommandContext } from './slash-command.ts';

/**
 * Runs a subcommand of `sluice` in the session's directory, and prints what it prints. Returns its exit code.
 * @param linesOf what becomes of a line of it. Default: it stays as it is
 */
export async function runSubcommand(
  args: readonly string[],
  { print, parts }: Pick<CommandContext, 'print' | 'parts'>,
  linesOf: (line: string) => readonly string[] = (line) => [line],
): Promise<number | null> {
  const [program = ''] = process.argv.slice(1);
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    cwd: parts.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, problems, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  for (const line of `${out}${problems}`.trimEnd().split('\n').flatMap(linesOf)) print(line);
  return code;
}
