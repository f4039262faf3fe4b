import type { CallContext } from '@sluice/core';

/** The part of a call's context that a skill needs to run its commands. */
export type SkillUse = Pick<CallContext, 'decide' | 'invoke' | 'messages' | 'signal'>;
