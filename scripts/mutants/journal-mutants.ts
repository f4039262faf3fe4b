import type { Mutant } from './mutant.ts';

const EXECUTE = 'packages/core/src/call/execute.ts';
const SETTLE = 'packages/core/src/call/settle.ts';
const WRITE_SETTLED = 'engine.journal.writeSoon(settledLine(engine, call, result, journaled), resolve);';

/** The journal, and what a resumed session makes of it. */
export const JOURNAL_MUTANTS: readonly Mutant[] = [
  {
    name: 'reading-is-not-noted',
    breaks: 'After a kill, a call that was reading is told as one that had not been started.',
    promise: 4,
    file: 'packages/core/src/call/execute.ts',
    find: 'if (!call.hasEffects) journalReadStart(engine, call);',
    replace: 'if (call.hasEffects) journalReadStart(engine, call);',
    test: 'packages/core/test/journal/ended-at.test.ts',
  },
  {
    name: 'started-after-the-effect',
    breaks: 'The journal says that a call begins after its tool has begun.',
    promise: 2,
    file: EXECUTE,
    find: 'const problem = call.hasEffects ? journalStart(engine, call) : undefined;',
    replace:
      'const problem: string | undefined = undefined; if (call.hasEffects) queueMicrotask(() => void journalStart(engine, call));',
    test: 'packages/core/test/journal/order.test.ts',
  },
  {
    name: 'unwritten-effects',
    breaks: 'Calls with effects begin although the journal can not be written.',
    promise: 2,
    file: EXECUTE,
    find: 'if (problem !== undefined) {',
    replace: 'if (problem === null) {',
    test: 'packages/core/test/journal/order.test.ts',
  },
  {
    name: 'settled-after-the-result',
    breaks: 'A result is handed out before it is in the journal.',
    promise: 2,
    file: SETTLE,
    find: WRITE_SETTLED,
    replace:
      'resolve(undefined); setTimeout(() => engine.journal.writeSoon(settledLine(engine, call, result, journaled), () => {}), 0);',
    test: 'packages/core/test/journal/order.test.ts',
  },
  {
    name: 'settled-never',
    breaks: 'Results are not in the journal.',
    promise: 2,
    file: SETTLE,
    find: WRITE_SETTLED,
    replace: 'resolve(undefined);',
    test: 'packages/core/test/property/bounds.test.ts',
  },
  {
    name: 'begun-forgotten',
    breaks: 'A resume that is cut off itself makes a call that had begun look like one that never did.',
    promise: 2,
    file: 'packages/core/src/call/receive-journaled.ts',
    find: '{\n      isKnown: true,\n    });\n    settle(',
    replace: '{\n      isKnown: false,\n    });\n    settle(',
    test: 'packages/core/test/journal/two-crashes.test.ts',
  },
  {
    name: 'effects-repeated',
    breaks: 'A resumed session runs again what had begun and must not be repeated.',
    promise: 2,
    file: 'packages/core/src/call/receive-journaled.ts',
    find: ': started.isIdempotent;',
    replace: ': true;',
    test: 'packages/host/test/resume.test.ts',
  },
  {
    name: 'replacement-not-replayed',
    breaks: 'A resumed session shows the model another text for a result than before.',
    promise: 4,
    file: 'packages/core/src/run/finish-message.ts',
    find: 'const before = call.isReplayed ? await replayed(engine, resumed, call) : undefined;',
    replace: 'const before: HeldContent | undefined = undefined;',
    test: 'packages/core/test/property/bounds.test.ts',
  },
  {
    name: 'torn-line-joined',
    breaks: 'The first line after a crash is written behind the torn one, and lost with it.',
    promise: 2,
    file: 'packages/host/src/journal/line-writer.ts',
    find: 'const start = isTorn ?',
    replace: 'const start = isTorn && !hasTornEnd ?',
    test: 'packages/host/test/journal/open-journal.test.ts',
  },
  {
    name: 'waiting-line-overtaken',
    breaks: 'A line of the journal that may wait is written behind those that came after it.',
    promise: 2,
    file: 'packages/host/src/journal/line-writer.ts',
    find: 'flush();\n      return append(',
    replace: 'return append(',
    test: 'packages/host/test/journal/open-journal.test.ts',
  },
  {
    name: 'later-call-journaled-first',
    breaks:
      'After a call that could not be journaled the next one is, so that the journal knows a message without its beginning.',
    promise: 2,
    file: 'packages/core/src/call/journal-start.ts',
    find: 'if (unjournaled.size === 0) {',
    replace: 'if (unjournaled.size >= 0) {',
    test: 'packages/core/test/journal/resume-again.test.ts',
  },
  {
    name: 'two-writers',
    breaks: 'A second process may write the journal of a session that another one holds.',
    promise: 2,
    file: 'packages/host/src/journal/lock-file.ts',
    find: 'if (holder !== undefined && isRunning(holder)) return { ok: false, holder };',
    replace: '',
    test: 'packages/host/test/journal/open-journal.test.ts',
  },
];
