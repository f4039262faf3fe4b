import { createMemoryFiles } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { verdict } from './judge.ts';
import {
  CURL_ROUTES,
  CURL_USES,
  GIT_ROUTES,
  GIT_USES,
  PROGRAM_ROUTES,
  SCRIPT_ROUTES,
  SCRIPT_USES,
  SECRET_ROUTES,
  SQLITE_ROUTES,
  SQLITE_USES,
  WGET_ROUTES,
  WGET_USES,
} from './told-elsewhere-rows.ts';

const files = createMemoryFiles({
  contents: new Map([
    ...['/p/.env', '/p/sec/key', '/p/sec/a', '/p/src/a.js', '/p/a.js', '/p/notes', '/h/logins/a.json'].map(
      (path) => [path, ''] as const,
    ),
    ['/p/x.sql', 'select 1;'],
    ['/p/list', 'https://x.y/a\n'],
  ]),
});

const under = {
  mode: 'bypassPermissions',
  files,
  deny: ['Edit(sec/**)', 'Read(.env)', 'Bash(rm:*)'],
} as const;

const refused = /^[D?]$/u;

describe('what texts and options tell a program is not done past deny rules', () => {
  it.each([
    ...[
      ['curl', CURL_ROUTES] as const,
      ['wget', WGET_ROUTES] as const,
      ['scripts', SCRIPT_ROUTES] as const,
      ['databases', SQLITE_ROUTES] as const,
      ['programs', PROGRAM_ROUTES] as const,
      ['git', GIT_ROUTES] as const,
    ].flatMap(([what, routes]) => routes.map((command) => ({ what, command }))),
  ])('$what: $command', ({ command }) => {
    expect(verdict('Bash', command, under)).toMatch(refused);
  });

  it.each([...CURL_USES, ...WGET_USES, ...SCRIPT_USES, ...SQLITE_USES, ...GIT_USES])(
    'unasked: %s',
    (command) => {
      expect(verdict('Bash', command, under)).toBe('A');
    },
  );
});

describe('what no call may read is not read', () => {
  const sealed = [{ path: '/h/logins', isUnreadable: true, holds: 'logins' }] as const;

  it.each(SECRET_ROUTES)('%s', (command) => {
    expect(verdict('Bash', command, { mode: 'bypassPermissions', files, sealed })).toBe('D');
  });
});
