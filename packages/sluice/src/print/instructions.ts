import { homedir } from 'node:os';
import { readInstructions } from '@sluice/agent';
import { configDirectories } from '@sluice/settings';
import { shellWord } from '../cli/shell-word.ts';
import type { AgentParts } from '../local/local-runtime.ts';
import type { PrintAgentWish } from './open-print-agent.ts';

export type Instructions = ReturnType<typeof readInstructions>;

/** The instruction files (CLAUDE.md, AGENTS.md) that the model gets here. */
export function findInstructions(
  { options, cwd, env }: Pick<PrintAgentWish, 'options' | 'cwd' | 'env'>,
  { contextFiles, settings }: Pick<AgentParts, 'contextFiles' | 'settings'>,
): Instructions {
  if (options.isBare) return { files: [], problems: [] };
  const home = env['HOME'] ?? homedir();
  const { sluice, claude } = configDirectories({ env, home });
  const userDirectories = [sluice, claude].filter((directory) => directory !== undefined);
  const { sources } = options.settings;
  return readInstructions({
    cwd,
    home,
    userDirectories,
    kinds:
      sources === undefined
        ? undefined
        : KINDS.filter(([source]) => sources.includes(source)).map(([, kind]) => kind),
    gate: contextFiles,
    trustRemedy: `To include it, trust the project: sluice rules trust ${shellWord(settings.trustRoot)}`,
  });
}

/** `--setting-sources` chooses instructions as it chooses settings. */
const KINDS = [
  ['user', 'User'],
  ['project', 'Project'],
  ['local', 'Local'],
] as const;

/** Tells hooks of InstructionsLoaded which files there are; they have no say in it. */
export async function tellInstructions(
  { files }: Instructions,
  { dispatcher }: Pick<AgentParts, 'dispatcher'>,
  cwd: string,
): Promise<void> {
  const hooks = dispatcher();
  if (hooks?.has('InstructionsLoaded') !== true) return;
  const firing = files.map(({ path, kind, parent }) =>
    hooks.fire(
      'InstructionsLoaded',
      {
        file_path: path,
        memory_type: kind,
        load_reason: parent === undefined ? 'session_start' : 'include',
        ...(parent !== undefined && { parent_file_path: parent }),
      },
      { cwd },
    ),
  );
  await Promise.all(firing);
}
