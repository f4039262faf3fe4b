import type { SandboxPolicy } from '@sluice/tools';
import { describe, expect, it } from 'vitest';
import { realPlace } from './real-judge.ts';

const SANDBOX: SandboxPolicy = {
  isEnabled: true,
  failsIfUnavailable: false,
  autoAllows: true,
  allowsUnsandboxed: false,
  excludedCommands: [],
  files: 'kept-apart',
  allowWrite: [],
  denyWrite: [],
  denyRead: [],
  looksForDenied: true,
  allowRead: [],
  network: 'none',
};

const CONTENTS = {
  'w/conf/.env': 'secret',
  'w/conf/a': '',
  'w/other/b': '',
  'w/read.sh': 'cat conf/.env',
  'w/copy.sh': 'cp -r conf dest',
  'w/move.sh': 'mv conf dest',
  'w/move-other.sh': 'mv other dest',
  'w/remove.sh': 'rm -rf conf',
};

/**
 * The sandbox hides the contents of a file that may not be read, under its name and place at the start. A script that moves or removes its directory
 * takes it to another place, for which a rule need not hold: that stays a question.
 */
describe('a script in a sandbox that hides what rules deny', () => {
  it.each([
    ['sh read.sh', 'A', 'D'],
    ['sh copy.sh', 'A', '?'],
    ['sh move.sh', '?', '?'],
    ['sh remove.sh', '?', '?'],
    ['sh move-other.sh', 'A', 'A'],
  ])('%s: %s, and %s without it', async (command, inside, outside) => {
    const deny = ['Read(conf/.env)'];
    const places = [await realPlace(CONTENTS, SANDBOX), await realPlace(CONTENTS)];
    expect(places.map((place) => place.verdict(command, { deny }))).toEqual([inside, outside]);
  });
});
