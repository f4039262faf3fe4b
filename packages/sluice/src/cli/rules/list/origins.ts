import type { PermissionMode, RuleSource } from '@sluice/core';
import { startMode, type LoadedSettings } from '@sluice/settings';

/** The mode a session would start in, and where it comes from. */
export interface ModeOrigin {
  readonly mode: PermissionMode;
  /** Undefined: no settings request another. */
  readonly source: RuleSource | undefined;
  readonly file: string | undefined;
  /** Modes that were requested but not used, and why. */
  readonly notices: readonly string[];
}

export function modeOrigin(loaded: LoadedSettings): ModeOrigin {
  const { mode, notices } = startMode(loaded);
  const wish = loaded.modes.find((one) => {
    const alone = startMode({ ...loaded, modes: [one] });
    return alone.notices.length === 0 && alone.mode === mode;
  });
  const unused = (loaded.withheld?.modes ?? []).map(
    (one) =>
      `The mode ${one.mode} from ${one.file ?? 'the command line'} is not used: the directory ${loaded.trustRoot} is not trusted.`,
  );
  return { mode, source: wish?.source, file: wish?.file, notices: [...notices, ...unused] };
}

/** A directory of the workspace. */
export interface DirectoryOrigin {
  readonly path: string;
  /** Undefined: the session starts there. */
  readonly source: RuleSource | undefined;
  /** Why it has no effect; undefined: it has. */
  readonly unused: string | undefined;
}

export function directoryOrigins(loaded: LoadedSettings): readonly DirectoryOrigin[] {
  const reason = `the directory ${loaded.trustRoot} is not trusted`;
  return [
    { path: loaded.cwd, source: undefined, unused: undefined },
    ...loaded.directories.map(({ path, source }) => ({ path, source, unused: undefined })),
    ...(loaded.withheld?.directories ?? []).map(({ path, source }) => ({ path, source, unused: reason })),
  ];
}
