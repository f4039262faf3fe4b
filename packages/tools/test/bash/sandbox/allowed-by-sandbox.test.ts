import { analyzeCommand } from '@sluice/shell';
import { beforeAll, expect, it } from 'vitest';
import { allowedBySandbox } from '../../../src/bash/sandbox/allowed-by-sandbox.ts';
import type { SandboxPolicy } from '../../../src/bash/sandbox/sandbox-policy.ts';
import { loadShell } from '../../../src/bash/settings/shell.ts';

beforeAll(loadShell);

const POLICY: SandboxPolicy = {
  isEnabled: true,
  failsIfUnavailable: false,
  autoAllows: true,
  allowsUnsandboxed: true,
  excludedCommands: ['docker *'],
  files: 'kept-apart',
  allowWrite: [],
  denyWrite: [],
  denyRead: [],
  allowRead: [],
  network: 'none',
};

const allowed = (command: string, policy: Partial<SandboxPolicy> = {}): unknown =>
  allowedBySandbox({
    analysis: analyzeCommand(command, { cwd: '/w', home: '/home/me' }),
    policy: { ...POLICY, ...policy },
    asksForNone: false,
    workspace: ['/w'],
    home: '/home/me',
  });

it.each([
  ['npm i', {}],
  ['npm i > out 2> /dev/null', {}],
  ['cat a && touch b', {}],
])('%s is allowed for the sandbox', (command, policy) => {
  expect(allowed(command, policy)).toMatchObject({
    behavior: 'allow',
    message: expect.stringContaining('the sandbox keeps it within'),
  });
});

it.each([
  [
    'npm i && cat /etc/hostname',
    /^cat \/etc\/hostname reads \/etc\/hostname, outside the working directories/,
  ],
  ['npm i; echo x > /out/y', /^echo x.* writes \/out\/y, outside/],
  ['npm i | cat "$X"', /^cat "\$X" reads unknown files/],
])('%s is not, and the part that stands against it is named', (command, message) => {
  expect(allowed(command)).toEqual({
    behavior: 'passthrough',
    message: expect.stringMatching(message),
  });
});

it.each([
  ['docker build .', {}],
  ['npm i', { autoAllows: false }],
  ['if then', {}],
])('of %s with %j nothing is said', (command, policy) => {
  expect(allowed(command, policy)).toEqual({ behavior: 'passthrough' });
});
