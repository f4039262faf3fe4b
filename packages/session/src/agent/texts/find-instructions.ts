import { homedir } from 'node:os';
import { readInstructions } from '@sluice/agent';
import { shellWord } from '@sluice/base';
import type { ContextFileGate } from '@sluice/core';
import { configDirectories } from '@sluice/settings';
import type { SessionHooks } from '../../hooks/session-hooks.ts';
import type { SessionParts } from '../../parts/session-parts.ts';

export type Instructions = ReturnType<typeof readInstructions>;

/** The instruction files (CLAUDE.md, AGENTS.md) that the model gets in the session's directory. */
export function findInstructions(
  { cwd, permission: { loaded, sources } }: Pick<SessionParts, 'cwd' | 'permission'>,
  gate: ContextFileGate,
  env: Readonly<Record<string, string | undefined>>,
): Instructions {
  const home = env['HOME'] ?? homedir();
  const { sluice, claude } = configDirectories({ env, home });
  const userDirectories = [sluice, claude].filter((directory) => directory !== undefined);
  return readInstructions({
    cwd,
    home,
    userDirectories,
    kinds:
      sources === undefined
        ? undefined
        : KINDS.filter(([source]) => sources.includes(source)).map(([, kind]) => kind),
    gate,
    trustRemedy: `To include it, trust the project: sluice rules trust ${shellWord(loaded.trustRoot)}`,
  });
}

/** `--setting-sources` selects instructions in the same way as settings. */
const KINDS = [
  ['user', 'User'],
  ['project', 'Project'],
  ['local', 'Local'],
] as const;

/** Runs InstructionsLoaded hooks for each file; they can only observe. */
export async function reportInstructions(
  { files }: Instructions,
  { dispatcher }: Pick<SessionHooks, 'dispatcher'>,
  cwd: string,
  reason: 'session_start' | 'nested_traversal' = 'session_start',
): Promise<void> {
  const hooks = dispatcher();
  if (hooks?.has('InstructionsLoaded') !== true) return;
  const firing = files.map(({ path, kind, parent }) =>
    hooks.fire(
      'InstructionsLoaded',
      {
        file_path: path,
        memory_type: kind,
        load_reason: parent === undefined ? reason : 'include',
        parent_file_path: parent,
      },
      { cwd },
    ),
  );
  await Promise.all(firing);
}
