import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeClock } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRedactor } from '../../src/providers/redactor.ts';
import { createRecorder } from '../../src/providers/recorder.ts';
import { readRawRecording } from '../../src/providers/raw-recording.ts';
import { isRecording, readRecording } from '../../src/providers/recording.ts';

function temporaryFile(name: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-recording-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, name);
}

describe('the recorder', () => {
  it('writes answers that are read back with their text and times, to a file of the user alone', () => {
    const anyPieces = fc.array(fc.tuple(fc.nat(5000), fc.string({ unit: 'grapheme', minLength: 1 })), {
      maxLength: 6,
    });
    const anyAnswers = fc.array(anyPieces, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(anyAnswers, fc.nat(3), (answers, cutAt) => {
        const file = temporaryFile('r.jsonl');
        const clock = createFakeClock();
        const redactor = createRedactor([]);
        const recorder = createRecorder(file, { clock, redactor, warn: () => undefined });
        for (const pieces of answers) {
          const tap = recorder.answer('anthropic');
          for (const [afterMs, text] of pieces) {
            clock.advance(afterMs);
            // Cut anywhere, be it within a character.
            const bytes = Buffer.from(text);
            tap.chunk(bytes.subarray(0, cutAt));
            tap.chunk(bytes.subarray(cutAt));
          }
          tap.end(200);
        }
        const lines = readFileSync(file, 'utf8').split('\n');
        expect(isRecording(lines[0] ?? '')).toBe(true);
        const read = readRecording(lines);
        const texts = read.ok && read.answers.map(({ chunks }) => chunks.map(([, text]) => text).join(''));
        expect(texts).toEqual(answers.map((pieces) => pieces.map(([, text]) => text).join('')));
        const times = read.ok && read.answers.map(({ chunks }) => chunks.reduce((sum, [ms]) => sum + ms, 0));
        expect(times).toEqual(answers.map((pieces) => pieces.reduce((sum, [ms]) => sum + ms, 0)));
        expect(statSync(file).mode & 0o777).toBe(0o600);
      }),
      { numRuns: 40 },
    );
  });

  it('conceals, and warns once where it cannot write', () => {
    const file = temporaryFile('r.jsonl');
    const clock = createFakeClock();
    const redactor = createRedactor(['a secret']);
    const tap = createRecorder(file, { clock, redactor, warn: () => undefined }).answer('gemini');
    tap.chunk(Buffer.from('It is a sec'));
    clock.advance(7);
    tap.chunk(Buffer.from('ret, you know: a s'));
    tap.end(401);
    expect(readFileSync(file, 'utf8')).toContain(
      '{"api":"gemini","status":401,"chunks":[[0,"It is "],[7,"[key], you know: "],[0,"a s"]]}',
    );
    const warnings: string[] = [];
    const lost = createRecorder(join(file, 'no'), { clock, redactor, warn: (text) => warnings.push(text) });
    lost.answer('gemini').end(200);
    lost.answer('gemini').end(200);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('SLUICE_RECORD');
  });
});

describe('a recording that cannot be read', () => {
  it.each([
    ['{"sluiceRecording":9}', /version 9/],
    ['{"sluiceRecording":1}\n\n{"api":"x","chunks":[]}', /^line 3 is not a response/],
    ['{"sluiceRecording":1}\n{"api":"gemini","chunks":[[-1,"a"]]}', /^line 2 is not a response/],
    ['{"sluiceRecording":1}\n{"api":"gemini","chunks":[["1"]]}', /^line 2 is not a response/],
    ['{"sluiceRecording":1}\nnot json', /^line 2 is not a response/],
  ])('%s', (text, expected) => {
    const read = readRecording(text.split('\n'));
    expect(read.ok ? 'read' : read.message).toMatch(expected);
  });
});

describe('raw streams', () => {
  const TWO: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'anthropic',
      'message_start',
      ['{"type":"message_start"}', '{"type":"ping"}', '{"type":"message_stop"}'],
    ],
    ['openai-chat', 'choices', ['{"choices":[{"delta":{}}]}', '[DONE]']],
    ['openai-responses', 'response', ['{"type":"response.created"}', '{"type":"response.completed"}']],
    ['gemini', 'candidates', ['{"candidates":[{}]}', '{"candidates":[{"finishReason":"STOP"}]}']],
  ];

  it.each(TWO)('splits the answers of %s, as events and as lines', (api, _, events) => {
    const sse = [...events, ...events, events[0]].map((data) => `data: ${data}\n\n`).join('');
    const lines = [...events, ...events, events[0]].join('\n');
    for (const text of [sse, lines]) {
      const read = readRawRecording(Buffer.from(text));
      expect(read.ok && read.answers.map((answer) => answer.api)).toEqual([api, api, api]);
      const whole = events.map((data) => `data: ${data}\n\n`).join('');
      expect(read.ok && read.answers[1]?.chunks).toEqual([[0, whole]]);
    }
  });

  it('says what may be played where a file is something else', () => {
    const file = temporaryFile('a.txt');
    writeFileSync(file, 'hello\n');
    const read = readRawRecording(readFileSync(file));
    expect(read.ok ? '' : read.message).toContain('SLUICE_RECORD');
  });
});
