import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_COMPACTIONS_IN_ROW,
  MAX_CUTS_IN_ROW,
  MAX_OUTPUT_REMINDERS,
  MAX_PAUSES_IN_ROW,
} from '../../src/loop/loop-limits.ts';
import { decide, type TurnFacts } from '../../src/loop/transition.ts';

const WORDS: TurnFacts = {
  outcome: 'answered',
  failureKind: undefined,
  stopReason: 'end_turn',
  hasCalls: false,
  isDeferred: false,
  stop: undefined,
  wasInTools: false,
  hasWaitingMessage: false,
  hasOutput: false,
  owesOutput: false,
  hasWrongOutput: false,
  outputReminders: 0,
  cutsInRow: 0,
  pausesInRow: 0,
  compactionsInRow: 0,
};
const CALLS = { hasCalls: true, stopReason: 'tool_use' };
const CUT = { stopReason: 'max_tokens' };
const PAUSED = { stopReason: 'pause_turn' };
const FULL = { stopReason: 'model_context_window_exceeded' };
const WAITING = { hasWaitingMessage: true };
const WRONG = { owesOutput: true, hasWrongOutput: true };
const TOO_LONG = { outcome: 'failed', failureKind: 'too-long' } as const;

const ROWS: readonly (readonly [title: string, facts: Partial<TurnFacts>, follows: string])[] = [
  ['words alone end it', {}, 'end completed'],
  ['nothing at all ends it as words do', { stopReason: 'end_turn' }, 'end completed'],
  ['it says that it calls a tool, and calls none', { stopReason: 'tool_use' }, 'end completed'],
  ['results go to the model', CALLS, 'tool-results'],
  ['results of a message that was cut off at the limit as well', { ...CALLS, ...CUT }, 'tool-results'],
  ['what the person said goes with the results', { ...CALLS, ...WAITING }, 'user-message'],
  ['what the person said goes on with what would have ended', WAITING, 'user-message'],
  ['a person who declines without a word ends it', { ...CALLS, stop: 'person' }, 'end declined'],
  ['a hook that wants an end gets it', { ...CALLS, stop: 'hook' }, 'end hook-stopped'],
  ['and does so before words that wait', { ...CALLS, ...WAITING, stop: 'hook' }, 'end hook-stopped'],
  ['the output is there', { ...CALLS, hasOutput: true }, 'end completed'],
  [
    'the output is there, and a hook wants an end',
    { ...CALLS, hasOutput: true, stop: 'hook' },
    'end hook-stopped',
  ],
  ['a refusal ends it', { stopReason: 'refusal' }, 'end refused'],
  [
    'a refusal after calls ends it, once they have their results',
    { ...CALLS, stopReason: 'refusal' },
    'end refused',
  ],
  ['a refusal, but the person has said more', { stopReason: 'refusal', ...WAITING }, 'user-message'],
  ['an API that pauses is asked again', PAUSED, 'paused'],
  ['as often as it may', { ...PAUSED, pausesInRow: MAX_PAUSES_IN_ROW }, 'paused'],
  ['but not for ever', { ...PAUSED, pausesInRow: MAX_PAUSES_IN_ROW + 1 }, 'end completed'],
  ['a message cut off at the limit is gone on with', { ...CUT, cutsInRow: 1 }, 'max-tokens'],
  ['as often as it may be cut', { ...CUT, cutsInRow: MAX_CUTS_IN_ROW }, 'max-tokens'],
  ['but not for ever either', { ...CUT, cutsInRow: MAX_CUTS_IN_ROW + 1 }, 'end completed'],
  ['cut off, and the person has said more', { ...CUT, cutsInRow: 1, ...WAITING }, 'user-message'],
  ['a full window is made room in', FULL, 'compacted'],
  ['a full window before words that wait', { ...FULL, ...WAITING }, 'compacted'],
  ['but not for ever', { ...FULL, compactionsInRow: MAX_COMPACTIONS_IN_ROW }, 'end too-long'],
  ['a full window after calls: their results go first', { ...CALLS, ...FULL }, 'tool-results'],
  ['a conversation that is too long is made shorter', TOO_LONG, 'compacted'],
  ['and again', { ...TOO_LONG, compactionsInRow: MAX_COMPACTIONS_IN_ROW - 1 }, 'compacted'],
  ['but not for ever', { ...TOO_LONG, compactionsInRow: MAX_COMPACTIONS_IN_ROW }, 'end too-long'],
  ['any other failure ends it', { outcome: 'failed', failureKind: 'network' }, 'end model-error'],
  [
    'a failure ends it even where words wait',
    { outcome: 'failed', failureKind: 'server', ...WAITING },
    'end model-error',
  ],
  ['an interrupt while the model writes', { outcome: 'interrupted' }, 'end interrupted-streaming'],
  [
    'an interrupt while tools run',
    { ...CALLS, outcome: 'interrupted', wasInTools: true },
    'end interrupted-tools',
  ],
  [
    'an interrupt counts before a stop',
    { outcome: 'interrupted', stop: 'hook', wasInTools: true },
    'end interrupted-tools',
  ],
  ['the end of the program', { outcome: 'shutdown' }, 'end shutdown'],
  ['the end of it in tools', { ...CALLS, outcome: 'shutdown', wasInTools: true }, 'end shutdown-tools'],
  ['an output that is owed is asked for', { owesOutput: true }, 'output-owed'],
  ['as often as it may be', { owesOutput: true, outputReminders: MAX_OUTPUT_REMINDERS - 1 }, 'output-owed'],
  ['but not for ever', { owesOutput: true, outputReminders: MAX_OUTPUT_REMINDERS }, 'end output-retries'],
  ['an output that is owed waits for calls', { ...CALLS, owesOutput: true }, 'tool-results'],
  [
    'an output that is wrong goes back to the model',
    { ...CALLS, ...WRONG, outputReminders: MAX_OUTPUT_REMINDERS },
    'tool-results',
  ],
  [
    'but not for ever',
    { ...CALLS, ...WRONG, outputReminders: MAX_OUTPUT_REMINDERS + 1 },
    'end output-retries',
  ],
  ['what the person said comes before it', { owesOutput: true, ...WAITING }, 'user-message'],
  ['a refusal owes nothing', { owesOutput: true, stopReason: 'refusal' }, 'end refused'],
];

function shown(facts: TurnFacts): string {
  const decision = decide(facts);
  return decision.goesOn ? decision.transition : `end ${decision.reason}`;
}

describe('what follows a turn', () => {
  it.each(ROWS)('%s', (_title, facts, follows) => {
    expect(shown({ ...WORDS, ...facts })).toBe(follows);
  });

  it('is an end once every count is used up, unless there are results or words to tell', () => {
    const facts: fc.Arbitrary<TurnFacts> = fc.record({
      outcome: fc.constantFrom('answered', 'failed', 'interrupted', 'shutdown'),
      failureKind: fc.constantFrom(undefined, 'too-long', 'network'),
      stopReason: fc.constantFrom(
        'end_turn',
        'tool_use',
        'max_tokens',
        'pause_turn',
        'refusal',
        'model_context_window_exceeded',
        'other: odd',
        undefined,
      ),
      hasCalls: fc.constant(false),
      stop: fc.constant(undefined),
      isDeferred: fc.constant(false),
      wasInTools: fc.boolean(),
      hasWaitingMessage: fc.constant(false),
      hasOutput: fc.boolean(),
      owesOutput: fc.boolean(),
      hasWrongOutput: fc.boolean(),
      outputReminders: fc.constant(MAX_OUTPUT_REMINDERS),
      cutsInRow: fc.constant(MAX_CUTS_IN_ROW + 1),
      pausesInRow: fc.constant(MAX_PAUSES_IN_ROW + 1),
      compactionsInRow: fc.constant(MAX_COMPACTIONS_IN_ROW),
    });
    fc.assert(
      fc.property(facts, (turn) => {
        expect(shown(turn)).toMatch(/^end /);
      }),
    );
  });
});
