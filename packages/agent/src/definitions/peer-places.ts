/** What other programs keep in a directory, or in a file, that Sluice reads where it lies. */
export type PeerKind = 'skills' | 'commands' | 'agents' | 'hooks';

export type PeerProgram = 'shared' | 'opencode' | 'codex' | 'gemini';

export interface PeerPlace {
  readonly program: PeerProgram;
  readonly kind: PeerKind;
  /** Below a project's directory. Undefined: there is no such place. */
  readonly project: string | undefined;
  /** Below the home. Undefined: there is no such place. */
  readonly user: string | undefined;
  /** Default: Markdown; of hooks, JSON. */
  readonly isToml?: boolean;
}

/** Places of other programs, and those that several share. Of one kind, what comes first wins. */
export const PEER_PLACES: readonly PeerPlace[] = [
  { program: 'shared', kind: 'skills', project: '.agents/skills', user: '.agents/skills' },
  { program: 'opencode', kind: 'skills', project: '.opencode/skills', user: '.config/opencode/skills' },
  { program: 'opencode', kind: 'skills', project: '.opencode/skill', user: '.config/opencode/skill' },
  { program: 'opencode', kind: 'commands', project: '.opencode/commands', user: '.config/opencode/commands' },
  { program: 'opencode', kind: 'commands', project: '.opencode/command', user: '.config/opencode/command' },
  { program: 'opencode', kind: 'agents', project: '.opencode/agents', user: '.config/opencode/agents' },
  { program: 'opencode', kind: 'agents', project: '.opencode/agent', user: '.config/opencode/agent' },
  { program: 'opencode', kind: 'hooks', project: '.opencode/plugins', user: '.config/opencode/plugins' },
  { program: 'opencode', kind: 'hooks', project: '.opencode/plugin', user: '.config/opencode/plugin' },
  { program: 'codex', kind: 'skills', project: '.codex/skills', user: '.codex/skills' },
  { program: 'codex', kind: 'commands', project: '.codex/prompts', user: '.codex/prompts' },
  { program: 'codex', kind: 'agents', project: '.codex/agents', user: '.codex/agents', isToml: true },
  { program: 'codex', kind: 'hooks', project: '.codex/hooks.json', user: '.codex/hooks.json' },
  {
    program: 'codex',
    kind: 'hooks',
    project: '.codex/config.toml',
    user: '.codex/config.toml',
    isToml: true,
  },
  { program: 'gemini', kind: 'skills', project: '.gemini/skills', user: '.gemini/skills' },
  {
    program: 'gemini',
    kind: 'commands',
    project: '.gemini/commands',
    user: '.gemini/commands',
    isToml: true,
  },
  { program: 'gemini', kind: 'agents', project: '.gemini/agents', user: '.gemini/agents' },
  { program: 'gemini', kind: 'hooks', project: '.gemini/settings.json', user: '.gemini/settings.json' },
];

export function peerPlaces(...kinds: readonly PeerKind[]): readonly PeerPlace[] {
  return PEER_PLACES.filter(({ kind }) => kinds.includes(kind));
}
