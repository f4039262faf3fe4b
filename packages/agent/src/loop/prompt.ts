import type { UserBlock } from '@sluice/core';
import type { Origin } from '../conversation/origin.ts';

/** Text for the model that no one typed. */
export interface Attachment {
  readonly text: string;
  readonly origin: Exclude<Origin, 'person'>;
  /** For the model alone, as its tools are: no event tells of it. Default false. */
  readonly isSilent?: boolean;
}

export interface Prompt {
  readonly content: readonly UserBlock[];
  readonly origin?: Origin;
  /** Follows the message: files that it mentions, output of commands. */
  readonly following?: readonly Attachment[];
}
