import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings } from '../../src/index.ts';
import { makeScratch, type Scratch } from '../scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

function problemsOf(text: string, file = 'home/.claude/settings.json'): string[] {
  scratch.write(file, text);
  return loadSettings(scratch.options).problems.map(
    ({ line, column, message }) => `${line}:${column} ${message}`,
  );
}

describe('is told with its place, what it must be, and what holds instead', () => {
  it.each([
    [
      '{"sandbox":{"enabled":"yes"}}',
      '1:13 "sandbox.enabled" must be true or false; got "yes". Until this is fixed, it is treated as true.',
    ],
    [
      '{\n "cleanupPeriodDays": "30"}',
      '2:2 "cleanupPeriodDays" must be a whole number of at least 0; got "30". Until this is fixed, it is ignored; unless another file sets it, the default 30 is used.',
    ],
    [
      '{"sandbox":{"network":{"httpProxyPort":70000}}}',
      '1:24 "sandbox.network.httpProxyPort" must be a whole number from 1 to 65535; got 70000. Until this is fixed, it is ignored.',
    ],
    [
      '{"sandbox":{"excludedCommands":["a",{"b":[1]}]}}',
      '1:37 "sandbox.excludedCommands.2" must be a text; got {"b": [1]}. This one is ignored; the others apply.',
    ],
    [
      '{"env":{"A":null,"B":"b"}}',
      '1:9 "env.A" must be a text, a number, true or false; got null. This one is ignored; the others apply.',
    ],
    [
      '{"skillOverrides":{"deploy":"of","test":"off"}}',
      '1:20 "skillOverrides.deploy" must be one of "on", "name-only", "user-invocable-only", "off"; got "of". This one is ignored; the others apply.',
    ],
    ['{"env":{"A=":"x"}}', '1:9 "env.A=" is left out: "A=" can\'t be the name of a variable.'],
    ['{"sandbox":[]}', '1:2 "sandbox" must be an object; got []. It is ignored: write { … }.'],
    [
      '{"sandbox":{"filesystem":{"denyreads":[]}}}',
      '1:27 "sandbox.filesystem.denyreads" is not a known key and has no effect: did you mean "sandbox.filesystem.denyRead"?',
    ],
    ...(
      [
        ['{"sandbox":{"allowedDomains":["a"]}}', 'sandbox.allowedDomains', 'sandbox.network.allowedDomains'],
        ['{"sandbox":{"allowWrite":["a"]}}', 'sandbox.allowWrite', 'sandbox.filesystem.allowWrite'],
        ['{"sandbox":{"hosts":["a"]}}', 'sandbox.hosts', 'sandbox.network.allowedDomains'],
      ] as const
    ).map(([text, wrong, meant]): [string, string] => [
      text,
      `1:13 "${wrong}" is not a known key and has no effect: did you mean "${meant}"?`,
    ]),
    [
      '{"sandbox":{"network":{"allowedHosts":["a"]}}}',
      '1:24 "sandbox.network.allowedHosts" is not a known key and has no effect: did you mean "sandbox.network.allowedDomains"?',
    ],
    [
      '{"enviroment":{"A":"b"}}',
      '1:2 "enviroment" is not a known key and has no effect: did you mean "env"?',
    ],
    [
      '{"sandbox.network.deniedDomains":["a"]}',
      '1:2 "sandbox.network.deniedDomains" as one key has no effect: write it as "sandbox": { "network": { "deniedDomains": … } }.',
    ],
    [
      '{"sandbox":{"network.deniedDomains":["a"]}}',
      '1:13 "network.deniedDomains" as one key has no effect: write it as "network": { "deniedDomains": … }.',
    ],
    [
      '{"permissions.allow":["Bash"]}',
      '1:2 "permissions.allow" as one key has no effect: write it as "permissions": { "allow": … }.',
    ],
    [
      '{"sandbox":{"Enabled":true}}',
      '1:13 "sandbox.Enabled" is not a known key and has no effect: did you mean "sandbox.enabled"?',
    ],
    [
      '{"defaultShell":"zsh"}',
      '1:2 "defaultShell" must be one of "bash", "powershell"; got "zsh". Until this is fixed, it is ignored; unless another file sets it, the default "bash" is used.',
    ],
  ])('%s', (text, expected) => {
    expect(problemsOf(text)).toEqual([expected]);
  });
});

it.each([
  '{"sandbox":{"whatever":1,"network":{"later":[]}},"worktree":{"x":1}}',
  '{"env":{"A":"b","B":1,"C":true},"cleanupPeriodDays":0,"hooks":{}}',
  '{"fallbackModel":["a"],"availableModels":["a"],"statusLine":{"type":"command"}}',
])('says nothing of %s', (text) => {
  expect(problemsOf(text)).toEqual([]);
});

it('tells once of a key that does not count where it stands, whatever its value', () => {
  expect(problemsOf('{"sandbox":{"ripgrep":7}}', 'project/.claude/settings.json')).toEqual([
    '1:13 "sandbox.ripgrep" is ignored in project settings: it only works in your user settings.',
  ]);
});
