import type { LoadedSettings } from '@sluice/settings';

/** Facts for SessionStart hooks that only the opener of the session knows. */
export interface SessionFacts {
  /** It is a copy of another session. */
  readonly isFork?: boolean;
  /** It replaces a session that the user has cleared. */
  readonly isCleared?: boolean;
  readonly model?: string;
  readonly title?: string;
}

export type AboutSession = (settings: LoadedSettings) => SessionFacts | Promise<SessionFacts>;
