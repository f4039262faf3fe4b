import type { JudgedPart } from '@sluice/settings';

/** A key with its effective value. */
export interface ShownSetting {
  readonly key: string;
  /** Undefined if nothing has effect and there is no default. */
  readonly value: unknown;
  readonly isDefault: boolean;
  readonly isKnown: boolean;
  /** Why it has no effect, or when it takes effect; undefined: it has effect immediately. */
  readonly note: string | undefined;
  /** Each file's value, highest precedence first. */
  readonly parts: readonly JudgedPart[];
}
