import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { CommandContext } from './slash-command.ts';

/** Runs a subcommand of `sluice` in the session's directory, and prints what it prints. */
export async function runSubcommand(
  args: readonly string[],
  { print, parts }: Pick<CommandContext, 'print' | 'parts'>,
): Promise<void> {
  const [program = ''] = process.argv.slice(1);
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    cwd: parts.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
  for (const line of `${out}${problems}`.trimEnd().split('\n')) print(line);
}
