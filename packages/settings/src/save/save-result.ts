/** The result of saving. */
export type SaveResult =
  | {
      readonly ok: true;
      /** The files written; empty if nothing had to change, or the update was for the session only. */
      readonly files: readonly string[];
      /** The change is saved, but a related step failed. */
      readonly warning?: string;
    }
  | SaveFailure;

/** Nothing was saved, and no file changed. */
export interface SaveFailure {
  readonly ok: false;
  readonly code: 'managed-only' | 'no-place' | 'invalid' | 'unparsable' | 'locked' | 'unwritable';
  readonly file?: string;
  readonly line?: number;
  /** What is wrong and how to fix it, for the user. */
  readonly message: string;
}
