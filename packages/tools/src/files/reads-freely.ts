import type { CheckContext } from '@sluice/core';

/** Whether a Read of this file would go ahead without a question. Must not throw. */
export type ReadsFreely = (path: string, context: CheckContext) => boolean;
