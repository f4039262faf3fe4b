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
    [
      { sandbox: 'enforced', denials: [{ type: 'write', path: '/etc/x' }] },
      'blocked: writing "/etc/x". A person can allow paths in the settings (sandbox.filesystem.allowWrite).',
    ],
    [
      { sandbox: 'enforced', denials: [{ type: 'write', path: '/w/.git/config', isProtected: true }] },
      'blocked: writing "/w/.git/config", which is protected. Protected paths',
    ],
    [
      { sandbox: 'enforced', denials: [{ type: 'network', host: 'example.com' }, { type: 'network' }] },
      'blocked: the network (example.com); the network.',
    ],
    [
      {
        sandbox: 'enforced',
        denials: [
          { type: 'network', host: 'example.com', port: 8443 },
          { type: 'network', host: '::1', port: 80 },
        ],
      },
      'blocked: the network (example.com:8443); the network ([::1]:80).',
    ],
    [
      { sandbox: 'enforced', denials: [{ type: 'unix-socket', path: '/run/docker.sock' }] },
      'blocked: the unix socket "/run/docker.sock".',
    ],
    [
      {
        sandbox: 'enforced',
        denials: [{ type: 'unix-socket', path: '/tmp/x', isMissing: true }],
      },
      'blocked: the unix socket "/tmp/x", although nothing is at that path. Allowing the command does not help.',
    ],
    [
      { sandbox: 'enforced', denials: [{ type: 'unix-socket' }] },
      'blocked: a unix socket. A person can exclude the command from it',
    ],
    [
      {
        sandbox: 'enforced',
        denials: [
          { type: 'network', host: 'a.b', why: { kind: 'past-proxy' } },
          { type: 'network', why: { kind: 'past-proxy' } },
        ],
      },
      'The sandbox has no DNS and reaches hosts only through its proxy: only programs that use HTTP_PROXY',
    ],
  ] as const)('of %j: %s', (result, text) => {
    expect(sandboxNotes(result).join('\n')).toContain(text);
    expect(sandboxNotes(result)).toHaveLength(text === '' ? 0 : 1);
  });

  it.each([
    [
      { kind: 'not-listed' },
      'the network (a.b:443). A person can list hosts in the settings (sandbox.network.allowedDomains).',
    ],
    [
      { kind: 'denied' },
      'the network (a.b:443, which the settings deny). A host is denied by sandbox.network.deniedDomains or by a WebFetch deny rule; listing it does not help.',
    ],
    [
      { kind: 'not-public', address: 'fd00::1' },
      'the network (a.b:443, which is listed, but has the address fd00::1, and that is not public). A person can list the address itself: "[fd00::1]:443" in sandbox.network.allowedDomains.',
    ],
  ] as const)('a host that is refused because it is %j is told with what would help', (why, text) => {
    const denials = [{ type: 'network', host: 'a.b', port: 443, why }] as const;
    expect(sandboxNotes({ sandbox: 'enforced', denials })).toEqual([`The sandbox blocked: ${text}`]);
  });

  it('what became of a look into TLS is told in its own words', () => {
    const why = { kind: 'tls', problem: 'not-verified', reason: 'The certificate is not accepted.' } as const;
    const denials = [{ type: 'network', host: 'a.b', port: 443, why }] as const;
    const again = [...denials, { ...denials[0], port: 8443 }];
    expect(sandboxNotes({ sandbox: 'enforced', denials: again })).toEqual([why.reason]);
    const shown = `curl: (22)\n${why.reason}\n`;
    expect(sandboxNotes({ sandbox: 'enforced', denials: again }, shown)).toEqual([]);
  });

  it('a name that no one knows is not a refusal', () => {
    const why = { kind: 'not-reached', reason: 'could not be resolved a.b is known (ENOTFOUND).' } as const;
    const denials = [{ type: 'network', host: 'a.b', port: 443, why }] as const;
    const [note = '', ...others] = sandboxNotes({ sandbox: 'enforced', denials });
    expect(note).toMatch(/^could not be resolved a\.b is known \(ENOTFOUND\)\./);
    expect(note).not.toContain('allowedDomains');
    expect(others).toEqual([]);
  });
});
