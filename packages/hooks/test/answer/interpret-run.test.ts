import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HookEvent } from '../../src/events/event-lookup.ts';
import { interpretRun } from '../../src/answer/interpret-run.ts';

const EVENTS = ['PreToolUse', 'PermissionRequest', 'PostToolUse', 'PostToolUseFailure'] as const;

/** Texts, JSON, and JSON that is nearly an answer. */
const output = fc.oneof(
  fc.string(),
  fc.json(),
  fc
    .record(
      {
        continue: fc.jsonValue(),
        decision: fc.constantFrom('approve', 'block', 'deny', null, 1),
        reason: fc.constantFrom('why', null, 2),
        hookSpecificOutput: fc.record(
          {
            hookEventName: fc.constantFrom(...EVENTS, 'Stop', null),
            permissionDecision: fc.constantFrom('allow', 'deny', 'ask', 'defer', 'perhaps', null),
            updatedInput: fc.jsonValue(),
            decision: fc.jsonValue(),
            additionalContext: fc.constantFrom('mind', 3),
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
);

describe('whatever a program prints', () => {
  it('property: exit code 2 blocks, with a reason', () => {
    const event = fc.constantFrom(
      'PreToolUse' as const,
      'PostToolUse' as const,
      'PostToolUseFailure' as const,
    );
    fc.assert(
      fc.property(output, fc.string(), event, (stdout, stderr, of) => {
        const meaning = interpretRun({ end: { status: 'exited', code: 2 }, stdout, stderr }, of);
        expect(meaning.kind).toBe('blocked');
        if (meaning.kind === 'blocked') expect(meaning.reason).not.toBe('');
      }),
    );
  });

  it('property: with another code, nothing is decided but by JSON that fits', () => {
    const code = fc.integer({ min: 0, max: 255 }).filter((one) => one !== 2);
    fc.assert(
      fc.property(output, code, fc.constantFrom(...EVENTS), (stdout, status, event) => {
        const meaning = interpretRun({ end: { status: 'exited', code: status }, stdout, stderr: '' }, event);
        expect(['answered', 'failed']).toContain(meaning.kind);
        if (meaning.kind === 'answered' && meaning.answer !== undefined) {
          expect(stdout.trimStart().startsWith('{')).toBe(true);
          if (meaning.answer.permissionDecision !== undefined) expect(event).toBe('PreToolUse');
        }
        if (status !== 0 && !stdout.trimStart().startsWith('{')) expect(meaning.kind).toBe('failed');
      }),
    );
  });
});

describe('an answer behind other text', () => {
  const deny = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}';
  const ROWS: [title: string, stdout: string, event: HookEvent, line: number | undefined][] = [
    ['a line before it', `checking…\n${deny}\n`, 'PreToolUse', 2],
    ['several lines, and it is set out', `a\n\nb\n{\n  "decision": "block"\n}`, 'PostToolUse', 4],
    ['broken', 'a\n{"decision": "block"', 'PreToolUse', 2],
    ['JSON that is not an answer', 'a\n{"files": 3}', 'PreToolUse', undefined],
    ['a brace in a line', 'see {"decision": 1}', 'PreToolUse', undefined],
    [
      'where text is context',
      'today\n{"hookSpecificOutput": {"additionalContext": "x"}}\n',
      'SessionStart',
      2,
    ],
    ['an example within a context', 'print\n{"decision": "block"}\nto block', 'SessionStart', undefined],
  ];
  it.each(ROWS)('%s', (_, stdout, event, line) => {
    const meaning = interpretRun({ end: { status: 'exited', code: 0 }, stdout, stderr: '' }, event);
    if (line === undefined) expect(meaning).toMatchObject({ kind: 'answered', answer: undefined });
    else {
      const problem = expect.stringMatching(
        new RegExp(`begins with other text, so the JSON from line ${line} on`),
      );
      expect(meaning).toEqual({ kind: 'failed', problem });
    }
  });
});
