/** What came of saving. */
export type SaveResult =
  | {
      readonly ok: true;
      /** The files that were written; none when everything stood there already, or the session alone was meant. */
      readonly files: readonly string[];
      /** The change is saved, but something beside it could not be done. */
      readonly warning?: string;
    }
  | SaveFailure;

/** Nothing was saved, and no file changed. */
export interface SaveFailure {
  readonly ok: false;
  readonly code: 'managed-only' | 'no-place' | 'invalid' | 'unparsable' | 'locked' | 'unwritable';
  readonly file?: string;
  readonly line?: number;
  /** What is wrong and how to mend it, for a person. */
  readonly message: string;
}
