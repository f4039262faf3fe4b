import { describe, expect, it } from 'vitest';
import type { DecisionCause } from '../../../src/data/decision-cause.ts';
import { describeRemedy, remedyOf } from '../../../src/permission/describe/remedy-of.ts';

const GIVEN = 'Use a rule or a mode.';
const rule = { behavior: 'ask', text: 'Bash(ls)', source: 'project', root: '/p' } as const;

const CLOSED: readonly DecisionCause[] = [
  { kind: 'rule', rule },
  { kind: 'may-concern', rule, path: undefined },
  { kind: 'interaction' },
  { kind: 'critical-removal', path: '/', what: 'the root of the file system', isContents: false },
  { kind: 'protected-path', path: '/p/.git', name: '.git' },
  { kind: 'gives-rights', what: 'trust this repository' },
  { kind: 'caution', message: 'somewhere' },
  { kind: 'plan-mode' },
  { kind: 'opaque', message: 'not understood' },
];

const OPEN: readonly DecisionCause[] = [
  { kind: 'changes-things', why: undefined },
  { kind: 'changes-file', path: '/p/a' },
  { kind: 'outside', path: '/a', access: 'read' },
  { kind: 'host', host: 'example.com' },
  { kind: 'undeclared' },
];

describe('what would let a call run', () => {
  it.each(CLOSED)('is nothing that an allow rule could do: $kind', (cause) => {
    expect(describeRemedy(remedyOf(cause, GIVEN))).not.toContain(GIVEN);
  });

  it.each(OPEN)('is what the host says where a rule would do: $kind', (cause) => {
    expect(describeRemedy(remedyOf(cause, GIVEN))).toBe(GIVEN);
  });

  it('is for an agent in plan mode, which has no one to approve its plan, to report it', () => {
    const text = describeRemedy(remedyOf({ kind: 'plan-mode' }, GIVEN));
    expect(text).toContain('if another agent opened you, report the plan and what you found to that agent');
    // The floor of plan mode holds whatever the mode would be without it.
    expect(text).not.toContain('bypassPermissions');
  });
});
