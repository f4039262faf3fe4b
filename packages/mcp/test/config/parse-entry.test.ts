import type { JsonObject } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { parseEntry } from '../../src/config/parse-entry.ts';
import type { McpScope } from '../../src/server-status.ts';

const context = { env: { KEY: 'secret', EMPTY: '' }, projectRoot: '/project' };
const parse = (raw: JsonObject, scope: McpScope = 'user') => parseEntry(raw, scope, context);
const stdio = { kind: 'stdio', command: 'x', args: [], env: {}, cwd: undefined };

describe('an entry', () => {
  it.each<[string, JsonObject, object]>([
    ['with a command is a program', { command: 'x' }, stdio],
    ['may say so', { type: 'stdio', command: 'x', args: ['a', 'b'] }, { ...stdio, args: ['a', 'b'] }],
    [
      'of opencode has the command as a list, and "environment"',
      { type: 'local', command: ['x', 'a'], environment: { A: '1' } },
      { ...stdio, args: ['a'], env: { A: '1' } },
    ],
    [
      'may have a directory',
      { command: 'x', cwd: '${workspaceFolder}/sub' },
      { ...stdio, cwd: '/project/sub' },
    ],
    [
      'may have numbers as variables',
      { command: 'x', env: { PORT: 80, ON: true } },
      { ...stdio, env: { PORT: '80', ON: 'true' } },
    ],
    [
      'with an address alone is remote',
      { url: 'https://a.test/mcp' },
      { kind: 'http', url: 'https://a.test/mcp' },
    ],
    ['may name the older protocol', { type: 'sse', url: 'https://a.test/' }, { kind: 'sse' }],
    ['streamable-http is http', { type: 'streamable-http', url: 'https://a.test/' }, { kind: 'http' }],
    ['remote is http', { type: 'remote', url: 'https://a.test/' }, { kind: 'http' }],
    [
      'leaves the variables of headersHelper to its shell',
      { url: 'https://a.test/', headersHelper: 'A=1; echo "${A:+x} ${NONE} $KEY"' },
      { kind: 'http', headersHelper: 'A=1; echo "${A:+x} ${NONE} $KEY"' },
    ],
    [
      'has variables put in',
      { command: '${KEY}', args: ['${NONE:-d}', '${KEY:-d}', '${EMPTY:-d}'] },
      { ...stdio, command: 'secret', args: ['d', 'secret', 'd'] },
    ],
    [
      'has variables of other programs put in',
      { command: '${env:KEY}', args: ['{env:KEY}', '$KEY', '${}'.slice(0, 1)] },
      { ...stdio, command: 'secret', args: ['secret', '$KEY', '$'] },
    ],
    [
      'may have a header from a variable that ends with a line feed',
      { url: 'https://a.test', headers: { a: '${KEY}\n' } },
      { kind: 'http', headers: { a: 'secret\n' } },
    ],
    ['keeps white space', { command: 'x', args: [' a '] }, { ...stdio, args: [' a '] }],
  ])('%s', (_title, raw, connection) => {
    const parsed = parse(raw);
    expect(parsed).toMatchObject({ ok: true, entry: { connection } });
  });

  it.each<[string, JsonObject, RegExp]>([
    [
      'names a variable that is not set',
      { command: 'x', env: { A: '${NONE}' } },
      /variable NONE is not set: set it, or write \$\{NONE:-default\}/,
    ],
    ['names what is not supported', { command: '${input:token}' }, /\$\{input:token\} is not supported/],
    ['has neither', {}, /no "command" and no "url"/],
    ['has an empty command', { command: ' ' }, /no "command"/],
    ['has a type that no one knows', { type: 'ws', url: 'ws://a' }, /type "ws" is not supported/],
    ['has an address that is none', { type: 'http', url: 'javascript:alert(1)' }, /starts with http/],
    ['has arguments that are none', { command: 'x', args: 'a b' }, /"args" must be a list of texts/],
    [
      'has a header of two lines, which is not shown',
      { url: 'https://a.test', headers: { a: '${KEY}\nb: c' } },
      /^"headers" can't be used: its header "a" can't be the value of a header\.$/,
    ],
    [
      'has a header without a name',
      { url: 'https://a.test', headers: { 'a b': 'c' } },
      /^"headers" can't be used: "a b" is not a header name\.$/,
    ],
    ['has variables that are none', { command: 'x', env: { A: {} } }, /"env\.A" must be a text/],
  ])('that %s is refused', (_title, raw, reason) => {
    expect(parse(raw)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });

  it('tells of what is doubtful', () => {
    expect(parse({ url: 'https://a.test/' }).notices).toEqual([expect.stringContaining('"http" is assumed')]);
    expect(parse({ command: 'x', args: ['a '] }).notices).toEqual([expect.stringContaining('whitespace')]);
    expect(parse({ command: 'x', timeout: 30 }).notices).toEqual([expect.stringContaining('"timeout"')]);
    expect(parse({ command: 'x', arg: ['a'], alwaysAllow: [] }).notices).toEqual([
      '"arg" is ignored: did you mean "args"?',
    ]);
    expect(parse({ command: 'x', sampling: 'always' })).toMatchObject({
      entry: { asksModel: false },
      notices: ['"sampling" must be "ask", and is ignored.'],
    });
  });

  it.each([
    [{ command: 'x', url: 'https://a.test/' }, '"url" is ignored: its type is stdio.'],
    [{ type: 'http', command: 'x', url: 'https://a.test/' }, '"command" is ignored: its type is http.'],
  ])('tells of a field that its type does not have: %j', (raw, notice) => {
    expect(parse(raw)).toMatchObject({ ok: true, notices: [notice] });
  });

  it.each([
    [{ alwaysLoad: 'yes' }, '"alwaysLoad" must be true or false, and is ignored.'],
    [{ disabled: 'true' }, '"disabled" must be true or false, and is ignored.'],
    [{ enabled: 0 }, '"enabled" must be true or false, and is ignored.'],
    [{ trust: 'yes' }, '"trust" must be true or false, and is ignored.'],
    [{ oauth: 'id' }, '"oauth" must be an object, and is ignored.'],
    [
      { tools: ['a'] },
      '"tools" must be an object with "include" or "exclude", lists of names, and is ignored.',
    ],
    [
      { tools: { include: 'a' } },
      '"tools" must be an object with "include" or "exclude", lists of names, and is ignored.',
    ],
  ])('tells of a value of another type: %j', (fields, notice) => {
    expect(parse({ command: 'x', ...fields })).toMatchObject({ ok: true, notices: [notice] });
  });

  it('that came with a repository can grant itself nothing', () => {
    const raw = {
      command: 'x',
      trust: true,
      tools: { exclude: ['a'] },
      alwaysAllow: ['b'],
      autoApprove: ['c'],
      sampling: 'ask',
      protocol: 'auto',
    };
    expect(parse(raw, 'user')).toMatchObject({
      entry: { isTrusted: true, asksModel: true, tools: { exclude: ['a'] } },
    });
    for (const scope of ['project', 'plugin'] as const)
      expect(parse(raw, scope)).toMatchObject({
        entry: { isTrusted: false, asksModel: false, tools: { exclude: [] } },
        notices: ['trust', 'sampling', 'tools', 'protocol'].map(
          (key) => `"${key}" works only in your own configuration, and is ignored.`,
        ),
      });
  });
});
