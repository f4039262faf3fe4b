import { describe, expect, it } from 'vitest';
import { sandboxNotes } from '../../../src/bash/sandbox/sandbox-notes.ts';

describe('what is said of the sandbox', () => {
  it.each([
    [{ sandbox: 'enforced', denials: [] }, ''],
    [{ sandbox: 'not-applicable', denials: [] }, ''],
    [
      { sandbox: 'unavailable', sandboxProblem: 'bubblewrap is not installed.', denials: [] },
      'ran without a sandbox. bubblewrap is not installed.',
    ],
    [{ sandbox: 'enforced', denials: [{ type: 'write', path: '/etc/x' }] }, 'refused: writing "/etc/x".'],
    [
      { sandbox: 'enforced', denials: [{ type: 'network', host: 'example.com' }, { type: 'network' }] },
      'refused: the network (example.com); the network.',
    ],
    [
      {
        sandbox: 'enforced',
        denials: [
          { type: 'network', host: 'example.com', port: 8443 },
          { type: 'network', host: '::1', port: 80 },
        ],
      },
      'refused: the network (example.com:8443); the network ([::1]:80).',
    ],
    [
      { sandbox: 'enforced', denials: [{ type: 'unix-socket', path: '/run/docker.sock' }] },
      'refused: the unix socket "/run/docker.sock".',
    ],
  ] as const)('of %j: %s', (result, text) => {
    expect(sandboxNotes(result).join('\n')).toContain(text);
    expect(sandboxNotes(result)).toHaveLength(text === '' ? 0 : 1);
  });
});
