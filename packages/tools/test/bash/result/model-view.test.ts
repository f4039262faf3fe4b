import { describe, expect, it } from 'vitest';
import type { BashData } from '../../../src/bash/bash-data.ts';
import { clientView } from '../../../src/bash/result/client-view.ts';
import { modelView } from '../../../src/bash/result/model-view.ts';

const plain: BashData = {
  end: { status: 'exited', code: 0 },
  output: { kind: 'inline', text: 'hello\n' },
  noOutputExpected: false,
  stopped: [],
  remaining: [],
  notes: [],
};
const sleep = { pid: 7, name: 'sleep' };

describe('what the model sees', () => {
  it.each<[string, Partial<BashData>, string | RegExp]>([
    ['the output alone after a success', {}, 'hello'],
    ['nothing where there is nothing to say', { output: { kind: 'inline', text: ' \n' } }, ''],
    ['an exit code first', { end: { status: 'exited', code: 2 } }, 'Exit code 2\nhello'],
    [
      'no claim about a signal for wrong usage of git',
      { end: { status: 'exited', code: 129 } },
      'Exit code 129\nhello',
    ],
    [
      'the signal that an exit code stands for',
      { end: { status: 'exited', code: 137 } },
      /^Exit code 137 .*SIGKILL/,
    ],
    [
      'an answer as one',
      { end: { status: 'exited', code: 1, meaning: 'the files differ' } },
      'Exit code 1: the files differ.\nhello',
    ],
    ['a signal', { end: { status: 'signalled', signal: 'SIGSEGV' } }, /SIGSEGV/],
    [
      'a timeout',
      { end: { status: 'timed-out', afterMs: 50, maxTimeoutMs: 99 } },
      /^Timed out: .*50 ms.*at most 99/,
    ],
    ['a cancellation', { end: { status: 'cancelled' } }, /^Canceled: .*\nhello$/],
    [
      'why a timeout did not move it to the background',
      { end: { status: 'timed-out', afterMs: 50, maxTimeoutMs: 99, whyStopped: 'it runs git' } },
      /50 ms \(and not moved to the background, since it runs git\)/,
    ],
    [
      'the task of a start, and where its output goes',
      { end: { status: 'background', taskId: 'b1', outputPath: '/o', limitMs: 9 } },
      /^Started in the background as task b1\. .*\/o;.* 9 ms, .*TaskStop.*\nhello$/,
    ],
    [
      'the task of a command whose time was up',
      { end: { status: 'background', taskId: 'b1', outputPath: '/o', limitMs: 9, movedAfterMs: 5 } },
      /^Not finished after 5 ms: .*task b1/,
    ],
    ['too much output', { end: { status: 'output-limit', limitBytes: 5 } }, /^Stopped: .*5 bytes/],
    ['notes last', { notes: ['a note'] }, 'hello\na note'],
    [
      'what was stopped after the command',
      { stopped: [sleep] },
      /^hello\nStill running .*sleep \(pid 7\)\. .*run_in_background/,
    ],
    [
      'what was stopped with the command',
      { end: { status: 'cancelled' }, stopped: [sleep] },
      /\nStopped with the command: sleep \(pid 7\)\.$/,
    ],
    ['what could not be stopped', { remaining: [sleep] }, /may still be running: sleep \(pid 7\)\.$/],
    [
      'ten names at most',
      { stopped: Array.from({ length: 12 }, () => sleep) },
      /sleep \(pid 7\) and 2 more\./,
    ],
  ])('is %s', (_title, more, expected) => {
    const text = modelView({ ...plain, ...more });
    if (typeof expected === 'string') expect(text).toBe(expected);
    else expect(text).toMatch(expected);
  });

  it('is a stored text with how the command ended before it', () => {
    const output = { kind: 'stored', path: '/o', bytes: 9, head: 'h', tail: 't' } as const;
    expect(modelView({ ...plain, output })).toEqual({
      type: 'stored-text',
      path: '/o',
      bytes: 9,
      head: 'h',
      tail: 't',
    });
    expect(modelView({ ...plain, output, end: { status: 'exited', code: 1 }, notes: ['n'] })).toMatchObject({
      prefix: 'Exit code 1\nn',
    });
  });
});

describe('what programs see', () => {
  it('is the output with facts about it', () => {
    expect(clientView(plain)).toEqual({
      stdout: 'hello\n',
      stderr: '',
      interrupted: false,
      noOutputExpected: false,
    });
    expect(
      clientView({ ...plain, end: { status: 'exited', code: 1, meaning: 'the files differ' } }),
    ).toMatchObject({
      returnCodeInterpretation: 'Exit code 1: the files differ.',
    });
    expect(clientView({ ...plain, end: { status: 'cancelled' } }).interrupted).toBe(true);
    expect(clientView({ ...plain, sandbox: 'enforced', denials: [] })).toMatchObject({ sandbox: 'enforced' });
    const denials = [{ type: 'write', path: '/etc/x' }] as const;
    expect(clientView({ ...plain, sandbox: 'enforced', denials }).sandboxDenials).toEqual(denials);
    expect(clientView({ ...plain, denials: [] })).not.toHaveProperty('sandboxDenials');
    const background = { status: 'background', taskId: 'b1', outputPath: '/o', limitMs: 9 } as const;
    expect(clientView({ ...plain, end: background })).toEqual({
      stdout: 'hello\n',
      stderr: '',
      interrupted: false,
      noOutputExpected: false,
      backgroundTaskId: 'b1',
      rawOutputPath: '/o',
      persistedOutputPath: '/o',
    });
    const cwdHint = 'It stays.';
    expect(clientView({ ...plain, end: { ...background, cwdHint } }).backgroundCwdHint).toBe(cwdHint);
    expect(clientView({ ...plain, end: { ...background, movedAfterMs: 5 } }).timedOutAfterMs).toBe(5);
    const output = { kind: 'stored', path: '/o', bytes: 9, head: 'h', tail: 't' } as const;
    expect(clientView({ ...plain, output })).toMatchObject({
      stdout: 'h',
      rawOutputPath: '/o',
      persistedOutputPath: '/o',
      persistedOutputSize: 9,
    });
    expect(clientView(plain, {}, { staleHint: 'a has changed' })).toMatchObject({
      staleReadFileStateHint: 'a has changed',
    });
  });

  it.each([
    ['data:image/png;base64,iVBORw0KGgo=', true],
    ['data:image/svg+xml;base64,PHN2Zz4=', undefined],
    ['see data:image/png;base64,iVBORw0KGgo=', undefined],
  ])('%s is an image: %s', (text, isImage) => {
    expect(clientView({ ...plain, output: { kind: 'inline', text } }).isImage).toBe(isImage);
  });
});
