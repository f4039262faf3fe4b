import { assemblePool, type RunEvent } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { createJsonlView } from '../../../../src/cli/exec/output/jsonl.ts';
import { createPalette } from '../../../../../base/src/terminal/palette.ts';
import { createTextView } from '../../../../src/cli/exec/output/text.ts';

/** A second of a day that the clock of the tests begins at. */
const wallTimeAt = (time: number) => 1_700_000_000_000 + time;

const HOOK = {
  type: 'hook' as const,
  event: 'SessionStart',
  hook: './start.sh',
  runId: 'r1',
  place: '/settings.json:3',
  messageId: undefined,
  callId: undefined,
  toolName: undefined,
  sequence: 0,
  time: 5,
};
const TITLE = '\u001b]2;done\u0007';
const LINE = {
  event: 'SessionStart',
  hook: './start.sh',
  place: '/settings.json:3',
  id: 0,
  time_ms: 5,
  timestamp: '2023-11-14T22:13:20.005Z',
};

const ROWS: [title: string, event: RunEvent, line: object, text: string][] = [
  [
    'a start',
    { ...HOOK, status: 'started', statusMessage: 'Waking up' },
    { type: 'hook-started', status_message: 'Waking up' },
    '  … Waking up\n',
  ],
  [
    'progress',
    { ...HOOK, status: 'progress', elapsedMs: 1000, stdout: 'one\ntwo\u001b[31m\n', stderr: 'hm' },
    { type: 'hook-progress', elapsed_ms: 1000, stdout: 'one\ntwo\u001b[31m\n', stderr: 'hm' },
    '  … hook ./start.sh: 1 s two⟨U+001B⟩[31m\n',
  ],
  [
    'progress of one that has only complained',
    { ...HOOK, status: 'progress', elapsedMs: 2000, stdout: '', stderr: 'hm' },
    { type: 'hook-progress', elapsed_ms: 2000, stdout: '', stderr: 'hm' },
    '  … hook ./start.sh: 2 s hm\n',
  ],
  [
    'an end, with a title for the terminal',
    {
      ...HOOK,
      status: 'ended',
      outcome: 'failed',
      durationMs: 7,
      said: {},
      terminalSequence: TITLE,
      program: undefined,
    },
    { type: 'hook-ended', outcome: 'failed', duration_ms: 7, said: {}, terminal_sequence: TITLE },
    '  … hook ./start.sh: failed\n',
  ],
];

const textOf = (event: RunEvent, showsProgress: boolean, isTerminal: boolean): string =>
  createTextView({
    pool: assemblePool({ builtIn: [] }),
    fedInput: () => undefined,
    showsProgress,
    isTerminal,
    palette: createPalette(false),
    columns: () => 80,
  }).show(event).out;

describe.each(ROWS)('%s', (_, event, line, text) => {
  it('is a line of JSON with --progress, and none without', () => {
    const { out } = createJsonlView({ showsProgress: true, startedAt: 0, wallTimeAt }).show(event);
    expect(JSON.parse(out)).toEqual({ ...LINE, ...line });
    expect(createJsonlView({ showsProgress: false, startedAt: 0, wallTimeAt }).show(event).out).toBe('');
  });

  it('is a line of text with --progress; what is for a terminal goes to one alone', () => {
    const title = event.type === 'hook' && event.status === 'ended' ? TITLE : '';
    expect(textOf(event, true, false)).toBe(text);
    expect(textOf(event, true, true)).toBe(title + text);
    expect(textOf(event, false, true)).toBe(title);
    expect(textOf(event, false, false)).toBe('');
  });
});

it('a summary is a line of JSON with --progress; a person has been told what is in it', () => {
  const event: RunEvent = {
    type: 'hook-summary',
    event: 'Stop',
    count: 2,
    infos: ['look'],
    errors: [],
    preventedContinuation: true,
    reason: 'enough',
    sequence: 0,
    time: 5,
  };
  expect(
    JSON.parse(createJsonlView({ showsProgress: true, startedAt: 0, wallTimeAt }).show(event).out),
  ).toEqual({
    type: 'hook-summary',
    event: 'Stop',
    count: 2,
    infos: ['look'],
    errors: [],
    prevented_continuation: true,
    reason: 'enough',
    id: 0,
    time_ms: 5,
    timestamp: '2023-11-14T22:13:20.005Z',
  });
  expect(createJsonlView({ showsProgress: false, startedAt: 0, wallTimeAt }).show(event).out).toBe('');
  expect(textOf(event, true, true)).toBe('');
});
