import type { FileFingerprint } from '@sluice/core';
import type { ReadSettings } from './read-options.ts';
import type { ReadOutput } from './read-output.ts';
import type { ReadInput } from './read-schema.ts';
import type { ShownPart } from './record-read.ts';

/** What reading a file of any type needs. */
export interface ReadRequest {
  /** Absolute, as it is shown. */
  readonly path: string;
  /** The file that is opened: absolute, with symbolic links resolved. */
  readonly realPath: string;
  readonly input: ReadInput;
  readonly settings: ReadSettings;
  readonly signal: AbortSignal;
  /** Reports progress to the user, in a few words. */
  readonly tell: (text: string) => void;
}

/** A file that was read. */
export interface ReadSuccess {
  readonly ok: true;
  readonly kind: 'read';
  readonly data: ReadOutput;
  /** Undefined if the file can't be vouched for. */
  readonly fingerprint: FileFingerprint | undefined;
  /** Undefined if none of it was shown. */
  readonly shown: ShownPart | undefined;
}
