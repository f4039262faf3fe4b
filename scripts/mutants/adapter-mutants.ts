import type { Mutant } from './mutant.ts';

/** Adapters for other people's SDKs. */
export const ADAPTER_MUTANTS: readonly Mutant[] = [
  {
    name: 'adapter-approves-by-itself',
    breaks: 'A call that asks runs in an application that never asks its user.',
    promise: 3,
    file: 'packages/sluice/src/adapters/approvals.ts',
    find: 'this.#approved.has(inquiry.callId)',
    replace: 'this.#approved.size >= 0',
    test: 'packages/sluice/test/adapters/ai-sdk.test.ts',
    title: 'an application that never asks its user',
  },
  {
    name: 'adapter-effects-overtake-a-question',
    breaks: 'A call with effects runs before a person has answered about an earlier call.',
    promise: 1,
    file: 'packages/sluice/src/adapters/steps.ts',
    find: 'return (await before) && ',
    replace: 'return !(await before) && false && ',
    test: 'packages/sluice/test/adapters/ai-sdk.test.ts',
    title: 'comes after one that asks',
  },
  {
    name: 'openai-agents-keeps-broken-response',
    breaks: 'Calls of a response that broke off go on, and run again when the SDK retries it.',
    promise: 1,
    file: 'packages/sluice/src/adapters/early-model.ts',
    find: 'if (!isComplete) await calls.discard();',
    replace: 'if (!isComplete) await Promise.resolve();',
    test: 'packages/sluice/test/adapters/openai-agents.test.ts',
    title: 'of a response that breaks off',
  },
  {
    name: 'telemetry-sends-content-unasked',
    breaks: 'Prompts, inputs and results go to a receiver although nobody switched content on.',
    promise: 4,
    file: 'packages/sluice/src/telemetry/telemetry-settings.ts',
    find: 'hasContent: isTrue(word(CONTENT))',
    replace: 'hasContent: !isTrue(word(CONTENT))',
    test: 'packages/sluice/test/cli/telemetry/telemetry.process.test.ts',
    title: 'without what was said',
  },
];
