import type { FileFingerprint } from '@sluice/core';
import type { ReadSettings } from './read-options.ts';
import type { ReadOutput } from './read-output.ts';
import type { ReadInput } from './read-schema.ts';
import type { ShownPart } from './record-read.ts';

/** What it takes to read a file, whatever its kind. */
export interface ReadRequest {
  /** Absolute. */
  readonly path: string;
  readonly input: ReadInput;
  readonly settings: ReadSettings;
  readonly signal: AbortSignal;
  /** Tells a person what is going on, in a few words. */
  readonly tell: (text: string) => void;
}

/** A file that was read. */
export interface ReadSuccess {
  readonly ok: true;
  readonly kind: 'read';
  readonly data: ReadOutput;
  /** Undefined when nothing can be promised of the file. */
  readonly fingerprint: FileFingerprint | undefined;
  /** Undefined when nothing of it was shown. */
  readonly shown: ShownPart | undefined;
}
