import { userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { homesOfCommand } from '../../../src/bash/judge/homes-of-command.ts';

describe('the homes of a command', () => {
  it.each([
    [{ HOME: '/a/b/' }, '/c/d', ['/a/b', '/c/d']],
    [{ HOME: '/a/b' }, '/a/b', ['/a/b']],
    [{}, '/c/d/', ['/c/d']],
    [{ HOME: 'a' }, undefined, []],
    [{ HOME: '/' }, '/', []],
  ] as const)("of %j and the user list's %s are %j", (env, listed, homes) => {
    expect(homesOfCommand(env, () => listed)).toEqual(homes);
  });

  it("have that of this machine's list of users among them", () => {
    expect(homesOfCommand({ HOME: '/a/b' })).toContain(userInfo().homedir);
  });
});
