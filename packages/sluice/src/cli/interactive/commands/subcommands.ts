import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { SlashCommand } from './slash-command.ts';

const TABLE = [
  ['permissions', ['rules', 'list'], 'List the permission rules, and where each one stands'],
  ['trust', ['rules', 'trust'], 'Trust the settings of this directory, from the next session'],
  ['hooks', ['hooks', 'list'], 'List the hooks'],
  ['tools', ['tools', 'list'], 'List the tools'],
  ['settings', ['settings', 'show'], 'Show the effective settings'],
  ['mcp', ['mcp', 'list'], 'List the MCP servers'],
  ['sessions', ['sessions'], 'List the sessions of this directory'],
  ['doctor', ['doctor'], 'Check the environment and the sandbox'],
] as const;

/** Commands that print what a subcommand of `sluice` prints. */
export function subcommands(): readonly SlashCommand[] {
  return TABLE.map(([name, args, does]) => ({
    name,
    argumentHint: '',
    does,
    waits: false,
    async run(_args, { print, parts }) {
      const [program = ''] = process.argv.slice(1);
      const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
        cwd: parts.cwd,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
      for (const line of `${out}${problems}`.trimEnd().split('\n')) print(line);
    },
  }));
}
