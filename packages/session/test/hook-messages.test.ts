import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '@sluice/core';
import type { HookReport } from '@sluice/hooks';
import { hookMessages } from '../src/hooks/hook-messages.ts';

function listen() {
  const events: SessionEvent[] = [];
  const lines: object[] = [];
  const messages = hookMessages(
    { announce: (event) => void events.push(event) },
    (entry) => void lines.push(entry),
  );
  return { events, lines, messages };
}

const REPORT: HookReport = {
  runId: 'r1',
  handler: {
    kind: 'command',
    event: 'SessionStart',
    command: './start.sh',
    args: undefined,
    shell: 'sh',
    format: 'sluice',
    isAsync: false,
    wakes: false,
    matcher: undefined,
    condition: undefined,
    onFailure: 'continue',
    onTimeout: 'continue',
    timeoutMs: 1000,
    isOnce: false,
    hasNoEffects: false,
    statusMessage: 'Waking up',
    place: { source: 'user', file: '/settings.json', line: 3 },
  },
  hook: './start.sh',
  place: '/settings.json:3',
  isOfEngine: false,
  callId: undefined,
  toolName: undefined,
  run: { end: { status: 'exited', code: 0 }, stdout: '', stderr: '' },
  program: { stdout: 'out', stderr: 'err', exitCode: 0 },
  meaning: { kind: 'answered', answer: undefined, text: '', notices: [] },
  durationMs: 12,
};
const WHOSE = { event: 'SessionStart', hook: './start.sh', place: '/settings.json:3' };

describe('each message of a hook of no call, in the stream and in the journal', () => {
  const ROWS: [meaning: HookReport['meaning'], told: object][] = [
    [REPORT.meaning, { outcome: 'ok', said: {} }],
    [
      { kind: 'answered', answer: undefined, text: 'It is Monday.', notices: [] },
      { outcome: 'ok', said: { addsContext: true } },
    ],
    [{ kind: 'cancelled' }, { outcome: 'cancelled', said: {} }],
    [
      { kind: 'timed-out', afterMs: 1000 },
      { outcome: 'timed-out', said: {} },
    ],
    [
      { kind: 'failed', problem: 'it fell over' },
      { outcome: 'failed', said: { reason: 'it fell over' } },
    ],
    [
      { kind: 'blocked', reason: 'no', answer: undefined, notices: [] },
      { outcome: 'ok', said: { decision: 'deny', reason: 'no' } },
    ],
  ];
  it.each(ROWS)('%j', (meaning, told) => {
    const { events, lines, messages } = listen();
    messages.onStart(REPORT);
    messages.onProgress(REPORT, { stdout: 'far', stderr: '' }, 1001);
    messages.onRun({ ...REPORT, meaning });
    expect(events).toMatchObject([
      { type: 'hook', status: 'started', statusMessage: 'Waking up', messageId: undefined, ...WHOSE },
      { type: 'hook', status: 'progress', elapsedMs: 1001, stdout: 'far', stderr: '', ...WHOSE },
      { type: 'hook', status: 'ended', durationMs: 12, program: REPORT.program, ...WHOSE, ...told },
    ]);
    expect(lines).toMatchObject([{ type: 'hook', durationMs: 12, ...WHOSE, ...told }]);
  });

  it('what the engine tells of is told once', () => {
    const { events, lines, messages } = listen();
    messages.onStart({ ...REPORT, isOfEngine: true });
    messages.onRun({ ...REPORT, isOfEngine: true });
    expect([events, lines]).toEqual([[], []]);
  });

  it('a summary, bounded in the journal', () => {
    const { events, lines, messages } = listen();
    const long = Array.from({ length: 30 }, () => 'x'.repeat(2000));
    const summary = {
      count: 30,
      infos: long,
      errors: ['oops'],
      preventedContinuation: true,
      reason: 'enough',
    };
    messages.onSummary('Stop', summary);
    expect(events).toEqual([{ type: 'hook-summary', event: 'Stop', ...summary }]);
    const bounded = Array.from({ length: 20 }, () => `${'x'.repeat(1000)}…`);
    expect(lines).toEqual([{ type: 'hook-summary', event: 'Stop', ...summary, infos: bounded }]);
  });
});
