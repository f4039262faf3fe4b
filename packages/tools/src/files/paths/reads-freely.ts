import type { CheckContext } from '@sluice/core';

/** Whether reading this file would need no approval. Must not throw. */
export type ReadsFreely = (path: string, context: CheckContext) => boolean;
