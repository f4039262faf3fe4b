import type { UserBlock } from '@sluice/core';
import type { Origin } from '../conversation/origin.ts';

/** Text for the model that no one typed. */
export interface Attachment {
  readonly text: string;
  readonly origin: Exclude<Origin, 'person'>;
  /** For the model only, like its tools: no event is emitted. Default false. */
  readonly isSilent?: boolean;
}

export interface Prompt {
  readonly content: readonly UserBlock[];
  readonly origin?: Origin;
  /** The client's own id of the message. Default: it has none. */
  readonly id?: string | undefined;
  /** Follows the message: files that it mentions, output of commands. */
  readonly following?: readonly Attachment[];
  /** No one typed it: a slash begins no command in it, and it mentions no files. Default: false. */
  readonly isVerbatim?: boolean;
}
