import type { JudgedPart } from '@sluice/settings';

/** A key with what counts of it. */
export interface ShownSetting {
  readonly key: string;
  /** Undefined where nothing counts and there is no default. */
  readonly value: unknown;
  readonly isDefault: boolean;
  readonly isKnown: boolean;
  /** Why it has no effect, or when it takes effect; undefined: it has, at once. */
  readonly note: string | undefined;
  /** What each file says, the highest first. */
  readonly parts: readonly JudgedPart[];
}
