import { expect, it } from 'vitest';
import { startNotices } from '../../../../src/cli/interactive/start/start-notices.ts';

const UNTRUSTED =
  'Not used: 2 allow rules from files of the repository, because "/w" is not trusted. To use the rest, trust it: sluice rules trust.';

it.each([
  ['nothing', [], [], []],
  [
    'rules and a hook',
    [UNTRUSTED, `The hooks of this file do not run: … To let them run, trust it: sluice rules trust /w.`],
    ['allow Bash(a)', 'allow Bash(b)', 'hook Stop: ./x'],
    ['2 rules and 1 hook of this repository require trust: /trust'],
  ],
  ['one variable', [], ['variable A=b'], ['1 other setting of this repository requires trust: /trust']],
  [
    'trust that only a notice speaks of',
    [UNTRUSTED],
    [],
    ['Settings of this repository require trust: /trust'],
  ],
  [
    'a certificate',
    ['The certificate of host is not trusted (self-signed).'],
    [],
    ['The certificate of host is not trusted (self-signed).'],
  ],
  ['a short notice', ['A file is missing.'], [], ['A file is missing.']],
  [
    'a long notice',
    ['word '.repeat(40)],
    [],
    ['word word word word word word word word word word word word word w… · /notices'],
  ],
  [
    'a notice of several sentences',
    [
      'The MCP server "docs" was not started. It comes from the project, and you have not approved it. Approve it.',
    ],
    [],
    ['The MCP server "docs" was not started · /notices'],
  ],
])('%s: a row each', (_, notices, withheld, rows) => {
  expect(startNotices(notices, withheld, 80)).toEqual(rows);
});

it('plain mode reads a notice whole', () => {
  const text = 'word '.repeat(40).trim();
  expect(startNotices([text], [], undefined)).toEqual([text]);
});
