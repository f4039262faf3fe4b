interface ModeRow {
  /**
   * What happens to a call with effects that nothing else decides: a person is asked (`ask-except-edits`: not about files in the
   * workspace), a classifier and then a person, it is denied because it would be asked about (`deny`) or because of its effects
   * (`never`), or it runs. A new word has its meaning in `policy/` (decide-call, decide-file, decide-command, combine, create-policy).
   */
  readonly effects: 'ask' | 'ask-except-edits' | 'classify' | 'deny' | 'never' | 'allow';
  /** How much it allows without a person. Of two that allow equally much, neither replaces the other. */
  readonly looseness: number;
  /** Modes in which no call runs that this one would have asked about or denied. */
  readonly noLooser: readonly string[];
  /** What must be available for it: `bypass` is enabled at the start of a session, `auto` takes a classifier. */
  readonly needs?: 'bypass' | 'auto';
  /** A child agent that begins in it can't leave it, and one whose parent is in it neither. */
  readonly bindsChildren?: true;
  /** Settings of a directory that isn't trusted may choose it. */
  readonly isForUntrusted?: true;
  /** One key of the terminal goes from each of these to the next. */
  readonly isInCycle?: true;
  /** For a person who chooses one. */
  readonly title: string;
  readonly description: string;
}

/** The permission modes, one row each: all lists of modes, and what each mode does to calls, are derived from it. */
const ROWS = {
  default: {
    effects: 'ask',
    looseness: 1,
    noLooser: ['default', 'plan', 'dontAsk'],
    isForUntrusted: true,
    isInCycle: true,
    title: 'Ask',
    description: "Asks before anything that has effects and isn't allowed by a rule",
  },
  acceptEdits: {
    effects: 'ask-except-edits',
    looseness: 2,
    noLooser: ['acceptEdits', 'default', 'plan', 'dontAsk'],
    isInCycle: true,
    title: 'Accept edits',
    description: 'Changes files in the project without asking',
  },
  plan: {
    effects: 'never',
    looseness: 0,
    noLooser: ['plan'],
    bindsChildren: true,
    isForUntrusted: true,
    isInCycle: true,
    title: 'Plan',
    description: 'Changes nothing, and presents a plan for approval',
  },
  auto: {
    effects: 'classify',
    looseness: 3,
    noLooser: ['auto', 'default', 'plan', 'dontAsk'],
    needs: 'auto',
    title: 'Auto',
    description: 'Asks a classifier first, and you only if that is in doubt',
  },
  dontAsk: {
    effects: 'deny',
    looseness: 0,
    noLooser: ['dontAsk'],
    bindsChildren: true,
    isForUntrusted: true,
    title: "Don't ask",
    description: 'Denies instead of asking',
  },
  bypassPermissions: {
    effects: 'allow',
    looseness: 4,
    noLooser: ['bypassPermissions', 'auto', 'acceptEdits', 'default', 'plan', 'dontAsk'],
    needs: 'bypass',
    title: 'Bypass permissions',
    description: 'Runs nearly everything without asking',
  },
} as const satisfies Readonly<Record<string, ModeRow>>;

export type PermissionMode = keyof typeof ROWS;

export const PERMISSION_MODE_TABLE: Readonly<Record<PermissionMode, ModeRow>> = ROWS;

/** What happens to a call with effects that nothing else decides. */
export function effectsIn(mode: PermissionMode): ModeRow['effects'] {
  return PERMISSION_MODE_TABLE[mode].effects;
}

export const PERMISSION_MODES: readonly PermissionMode[] = modesWhere(() => true);

/** Other names of modes in settings and flags. */
const ALIASES = { manual: 'default' } as const satisfies Readonly<Record<string, PermissionMode>>;

export type PermissionModeName = PermissionMode | keyof typeof ALIASES;

/** The modes as spelled in settings and flags. */
export const PERMISSION_MODE_NAMES: readonly PermissionModeName[] = [...PERMISSION_MODES, 'manual'];

/** The mode for a name as spelled in settings and flags. */
export function parsePermissionMode(name: unknown): PermissionMode | undefined {
  return PERMISSION_MODES.find((mode) => mode === (name === 'manual' ? ALIASES.manual : name));
}

export function modesWhere(isWanted: (row: ModeRow) => boolean): readonly PermissionMode[] {
  const modes = Object.keys(ROWS).filter((name): name is PermissionMode => Object.hasOwn(ROWS, name));
  return modes.filter((mode) => isWanted(PERMISSION_MODE_TABLE[mode]));
}

/** Whether a session may be in the mode. */
export function isModeAvailable(
  mode: PermissionMode,
  {
    isBypassAvailable,
    isAutoAvailable,
  }: { readonly isBypassAvailable: boolean; readonly isAutoAvailable: boolean },
): boolean {
  const { needs } = PERMISSION_MODE_TABLE[mode];
  if (needs === undefined) return true;
  return needs === 'bypass' ? isBypassAvailable : isAutoAvailable;
}
