import { describe, expect, it } from 'vitest';
import type { SessionFacts } from '../../../src/cli/sessions/describe-session.ts';
import { sessionTable } from '../../../src/cli/sessions/session-table.ts';
import { parseSessionsOptions } from '../../../src/cli/sessions/sessions-options.ts';

describe('the options of sluice sessions', () => {
  it.each([
    [[], { kind: 'list', isAll: false, isJson: false, cwd: undefined }],
    [['list', '--all', '--json'], { kind: 'list', isAll: true, isJson: true }],
    [['--cwd', '/x'], { kind: 'list', cwd: '/x' }],
    [['show', '0123', '--json'], { kind: 'show', wanted: '0123', isJson: true }],
    [['remove', 'a', 'b', '--yes'], { kind: 'remove', wanted: ['a', 'b'], isSure: true }],
    [['--help'], { kind: 'help' }],
    [['--yes'], { kind: 'wrong', message: '--yes is only for remove' }],
    [['list', 'x'], { kind: 'wrong', message: 'unexpected argument "x"' }],
    [['--all', '--cwd', '/x'], { kind: 'wrong', message: "--all and --cwd can't be combined" }],
    [['show'], { kind: 'wrong', message: 'show needs one ID' }],
    [['show', 'a', 'b'], { kind: 'wrong', message: 'show needs one ID' }],
    [['show', 'a', '--all'], { kind: 'wrong', message: "--all can't be used with show" }],
    [['remove'], { kind: 'wrong', message: 'remove needs an ID' }],
    [['remove', 'a', '--json'], { kind: 'wrong', message: "--json can't be used with remove" }],
    [
      ['delete', 'a'],
      { kind: 'wrong', message: 'unknown command "delete"; the commands are list, show, remove' },
    ],
    [['--al'], { kind: 'wrong', message: 'unknown option --al; did you mean --all?' }],
  ])('%j', (args, expected) => {
    expect(parseSessionsOptions(args)).toMatchObject(expected);
  });
});

describe('the table of sessions', () => {
  const facts: SessionFacts = {
    id: '01234567-89ab-4cde-8f01-23456789abcd',
    cwd: '/work/\u001b[31m',
    title: null,
    model: null,
    createdAt: '2026-11-21T16:30:00.000Z',
    usedAt: '2026-11-21T16:30:00.000Z',
    turns: 12,
    inUseBy: null,
    directory: '/s',
  };

  it('has a line each, cut to a width, with nothing that a terminal would obey', () => {
    const long = { ...facts, title: `\u001b[2J${'x'.repeat(100)}`, inUseBy: 7 };
    const [head, first, second, end] = sessionTable([facts, long], true).split('\n');
    expect(head).toMatch(/^ID {8}USED {14}TURNS {2}DIRECTORY {11}TITLE$/);
    expect(first).toMatch(
      /^01234567 {2}2026-11-2\d \d\d:\d\d {2}12 {5}\/work\/⟨U\+001B⟩\[31m {2}\(no messages yet\)$/,
    );
    expect(second).toMatch(/ {2}⟨U\+001B⟩\[2Jx{48}… {2}\(in use by process 7\)$/);
    expect(end).toBe('');
    expect(sessionTable([facts], false)).not.toContain('/work');
  });
});
