import { homedir } from 'node:os';
import {
  openInstructions,
  readInstructions,
  type InstructionFinder,
  type InstructionPlace,
} from '@sluice/agent';
import { shellWord } from '@sluice/base';
import type { ContextFileGate } from '@sluice/core';
import { configDirectories } from '@sluice/settings';
import type { SessionHooks } from '../../hooks/session-hooks.ts';
import type { SessionParts } from '../../parts/session-parts.ts';

export type Instructions = ReturnType<typeof readInstructions>;

type InstructionSearch = [
  parts: Pick<SessionParts, 'cwd' | 'permission'>,
  gate: ContextFileGate,
  env: Readonly<Record<string, string | undefined>>,
];

/** The instruction files (CLAUDE.md, AGENTS.md) that the model gets in the session's directory. */
export function findInstructions(...search: InstructionSearch): Instructions {
  return readInstructions(placeOf(...search));
}

/** The same, and those that parts of the directory have. */
export function instructionFinder(...search: InstructionSearch): InstructionFinder {
  return openInstructions(placeOf(...search));
}

/** The same for each directory that an agent works in; it is opened once. */
export function instructionFinders(
  permission: InstructionSearch[0]['permission'],
  gate: ContextFileGate,
  env: InstructionSearch[2],
): (directory: string) => InstructionFinder {
  const known = new Map<string, InstructionFinder>();
  return (cwd) => {
    const finder = known.get(cwd) ?? instructionFinder({ cwd, permission }, gate, env);
    known.set(cwd, finder);
    return finder;
  };
}

export const NO_INSTRUCTIONS: InstructionFinder = {
  start: { files: [], problems: [] },
  about: () => NO_INSTRUCTIONS.start,
};

function placeOf(
  ...[
    {
      cwd,
      permission: { loaded, sources },
    },
    gate,
    env,
  ]: InstructionSearch
): InstructionPlace {
  const home = env['HOME'] ?? homedir();
  const { sluice, claude } = configDirectories({ env, home });
  const userDirectories = [sluice, claude].filter((directory) => directory !== undefined);
  return {
    cwd,
    home,
    userDirectories,
    kinds:
      sources === undefined
        ? undefined
        : KINDS.filter(([source]) => sources.includes(source)).map(([, kind]) => kind),
    gate,
    trustRemedy: `To include it, trust the project: sluice rules trust ${shellWord(loaded.trustRoot)}`,
  };
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
  /** The file whose instructions they are. */
  trigger?: string,
): Promise<void> {
  const hooks = dispatcher();
  if (hooks?.has('InstructionsLoaded') !== true) return;
  const firing = files.map(({ path, kind, parent, globs }) =>
    hooks.fire(
      'InstructionsLoaded',
      {
        file_path: path,
        memory_type: kind,
        load_reason: parent !== undefined ? 'include' : globs === undefined ? reason : 'path_glob_match',
        globs,
        trigger_file_path: trigger,
        parent_file_path: parent,
      },
      { cwd },
    ),
  );
  await Promise.all(firing);
}
