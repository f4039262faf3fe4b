import type { AssistantBlock, StopReason } from '@sluice/core';
import fc from 'fast-check';

/** A block as a random model writes it; calls get inputs of their own, so that each can be told apart. */
export type PlannedBlock =
  | { readonly type: 'block'; readonly block: Exclude<AssistantBlock, { type: 'tool_use' }> }
  | {
      readonly type: 'call';
      readonly id: string;
      readonly name: string;
      /** `broken`: its input is not JSON; `unclosed`: it never ends. */
      readonly input: 'whole' | 'broken' | 'unclosed';
    }
  | { readonly type: 'pause' };

export interface PlannedAnswer {
  readonly blocks: readonly PlannedBlock[];
  readonly end: StopReason | Fault;
  readonly inputTokens: number;
}

/** `mute` ends without an end; `hangs` writes no more until it is aborted. */
export type Fault = 'cut' | 'cut-early' | 'too-long' | 'refused' | 'throws' | 'mute' | 'hangs';

export interface PlannedHooks {
  readonly submitted: readonly ('silent' | 'block' | 'stop' | 'context')[];
  readonly stopping: readonly ('silent' | 'feedback' | 'blank' | 'stop')[];
  readonly compacting: readonly ('silent' | 'block' | 'context')[];
}

/** `full disk`: from then on the journal takes nothing any more. */
export type PersonAct = 'send' | 'user-cancel' | 'shutdown' | 'leave' | 'full disk';

export interface Plan {
  readonly prompts: readonly string[];
  readonly answers: readonly PlannedAnswer[];
  readonly hooks: PlannedHooks;
  /** After how many events the person does what. */
  readonly person: readonly { readonly at: number; readonly act: PersonAct }[];
  readonly contextWindow: number;
  readonly maxTurns: number | undefined;
  readonly declines: 'never' | 'with words' | 'without a word';
  readonly compactsByHand: boolean;
  /** Where the journal ends when the program does. */
  readonly crashAt: number;
}

export const TOOLS = ['Echo', 'Write', 'Fails', 'Slow', 'Stays', 'Deaf', 'Asks', 'no such tool', ''] as const;

const words = fc.constantFrom('Well.', 'Let me see.', '  ', '', 'half \ud83d', 'x'.repeat(400));
const block: fc.Arbitrary<PlannedBlock> = fc.oneof(
  {
    weight: 3,
    arbitrary: words.map((text): PlannedBlock => ({ type: 'block', block: { type: 'text', text } })),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('thinking' as const, 'other' as const).map((kind): PlannedBlock => ({
      type: 'block',
      block: { type: 'opaque', api: 'anthropic', kind, block: { type: kind } },
    })),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('call' as const),
      id: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'ü b', '__proto__') },
        { weight: 1, arbitrary: fc.constant('') },
      ),
      name: fc.constantFrom(...TOOLS),
      input: fc.oneof(
        { weight: 8, arbitrary: fc.constant('whole' as const) },
        { weight: 1, arbitrary: fc.constantFrom('broken' as const, 'unclosed' as const) },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constant<PlannedBlock>({ type: 'pause' }) },
);

const answer: fc.Arbitrary<PlannedAnswer> = fc.record({
  blocks: fc.array(block, { maxLength: 5 }),
  end: fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom<PlannedAnswer['end']>('tool_use', 'end_turn') },
    {
      weight: 3,
      arbitrary: fc.constantFrom<PlannedAnswer['end']>(
        'max_tokens',
        'pause_turn',
        'refusal',
        'model_context_window_exceeded',
        'other: odd',
      ),
    },
    {
      weight: 5,
      arbitrary: fc.constantFrom<PlannedAnswer['end']>(
        'cut',
        'cut',
        'cut-early',
        'too-long',
        'refused',
        'throws',
        'mute',
        'hangs',
      ),
    },
  ),
  inputTokens: fc.constantFrom(10, 100, 2000, 9000),
});

export const plan: fc.Arbitrary<Plan> = fc.record({
  prompts: fc.array(fc.constantFrom('Do it.', ' ', 'x'.repeat(3000)), { minLength: 1, maxLength: 3 }),
  answers: fc.array(answer, { maxLength: 10 }),
  hooks: fc.record({
    submitted: fc.array(fc.constantFrom('silent', 'silent', 'block', 'stop', 'context'), { maxLength: 3 }),
    stopping: fc.array(fc.constantFrom('silent', 'feedback', 'blank', 'stop'), { maxLength: 3 }),
    compacting: fc.array(fc.constantFrom('silent', 'block', 'context'), { maxLength: 2 }),
  }),
  person: fc.array(
    fc.record({
      at: fc.nat(80),
      act: fc.constantFrom<PersonAct>(
        'send',
        'send',
        'send',
        'user-cancel',
        'shutdown',
        'leave',
        'full disk',
      ),
    }),
    { maxLength: 3 },
  ),
  contextWindow: fc.constantFrom(1000, 4000, 200_000),
  maxTurns: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined, freq: 5 }),
  declines: fc.constantFrom('never', 'with words', 'without a word'),
  compactsByHand: fc.boolean(),
  crashAt: fc.nat(),
});
