import { isJsonObject } from '@sluice/core';
import type { SettingKey } from '../setting-key.ts';
import { BOOLEAN, OBJECT, OBJECTS, TEXT, TEXTS } from '../shape.ts';

const SANDBOX = { setBy: 'anybody', use: 'start' } as const;
const NONE = { setBy: 'anybody', use: 'none' } as const;

/** A switch that an invalid value or an untrusted repository can only tighten. */
function switchOf<Key extends string>(key: Key, tight: boolean, isOn: boolean, purpose: string) {
  return {
    key: `sandbox.${key}`,
    shape: BOOLEAN,
    default: isOn,
    merge: 'highest',
    untrusted: { only: [tight] },
    wrong: tight,
    ...SANDBOX,
    purpose,
  } as const;
}

/** A list where more entries tighten, or loosen. */
function listOf<Key extends string>(key: Key, effect: 'tightens' | 'loosens', purpose: string) {
  const untrusted = effect === 'tightens' ? 'all' : 'nothing';
  return { key: `sandbox.${key}`, shape: TEXTS, merge: 'joined', untrusted, ...SANDBOX, purpose } as const;
}

/** Hiding or masking tightens; the reader drops where a value would go. */
const HIDES = { when: isJsonObject, text: 'entries without their injectHosts' };

/** Programs that run with the user's rights: a repository must not name them. */
const PROGRAM = { merge: 'highest', untrusted: 'nothing', ...NONE, setBy: 'not-repository' } as const;

export const SANDBOX_SETTINGS = [
  switchOf('enabled', true, false, 'Run commands in a sandbox.'),
  switchOf('failIfUnavailable', true, false, 'Run nothing if the sandbox is unavailable.'),
  switchOf('autoAllowBashIfSandboxed', false, true, 'Run sandboxed commands without asking.'),
  switchOf('allowUnsandboxedCommands', false, true, 'Let a command request to run outside the sandbox.'),
  listOf('excludedCommands', 'loosens', 'Commands that run outside the sandbox.'),
  listOf('filesystem.allowWrite', 'loosens', 'Additional paths that commands may write to.'),
  listOf('filesystem.denyWrite', 'tightens', 'Paths that commands may not write to.'),
  listOf('filesystem.denyRead', 'tightens', 'Paths that commands cannot read.'),
  {
    ...listOf('filesystem.allowRead', 'loosens', 'Paths that commands can read despite denyRead.'),
    lockedBy: 'sandbox.filesystem.allowManagedReadPathsOnly',
  },
  {
    ...switchOf('filesystem.disabled', false, false, 'Turns off file system isolation.'),
    setBy: 'not-repository',
  },
  {
    ...switchOf('filesystem.allowManagedReadPathsOnly', true, false, 'Use only allowRead from a policy.'),
    setBy: 'managed',
  },
  {
    ...listOf(
      'network.allowedDomains',
      'loosens',
      'Hosts that commands may reach: example.com, *.example.com, example.com:8443, or * for all.',
    ),
    lockedBy: 'sandbox.network.allowManagedDomainsOnly',
  },
  listOf('network.deniedDomains', 'tightens', 'Hosts that commands may not reach.'),
  {
    ...switchOf(
      'network.strictAllowlist',
      true,
      false,
      'Deny other hosts without asking. Sluice always does.',
    ),
    setBy: 'not-repository',
    use: 'none',
  },
  {
    ...switchOf('network.allowManagedDomainsOnly', true, false, 'Use only allowedDomains from a policy.'),
    setBy: 'managed',
  },
  {
    ...switchOf(
      'network.allowLocalBinding',
      false,
      false,
      'Let commands listen on ports. They always can, on their own loopback device.',
    ),
    use: 'none',
  },
  {
    ...listOf(
      'network.allowUnixSockets',
      'loosens',
      'Individual Unix sockets that commands may use. Not possible on Linux.',
    ),
    use: 'none',
  },
  {
    ...switchOf(
      'network.allowAllUnixSockets',
      false,
      false,
      'Let commands use all Unix sockets, and so the services of this machine.',
    ),
    setBy: 'not-repository',
  },
  {
    ...listOf('network.allowMachLookup', 'loosens', 'Services on macOS that commands may use.'),
    use: 'none',
  },
  portOf(
    'httpProxyPort',
    'Port of your own HTTP proxy on this machine, which then decides which hosts to allow.',
  ),
  portOf('socksProxyPort', 'The same for a SOCKS5 proxy.'),
  {
    key: 'sandbox.network.tlsTerminate',
    shape: OBJECT,
    merge: 'highest',
    untrusted: 'nothing',
    ...SANDBOX,
    setBy: 'not-repository',
    purpose: 'Terminate TLS in the proxy for hosts that get masked values, with its own CA or yours.',
  },
  {
    key: 'sandbox.credentials.files',
    shape: OBJECTS,
    merge: 'joined',
    untrusted: HIDES,
    ...SANDBOX,
    purpose: 'Files with secrets to hide from commands or mask.',
  },
  {
    key: 'sandbox.credentials.envVars',
    shape: OBJECTS,
    merge: 'joined',
    untrusted: HIDES,
    ...SANDBOX,
    purpose: 'Environment variables with secrets to hide from commands or mask.',
  },
  {
    ...switchOf('enableWeakerNestedSandbox', false, false, 'Use a weaker sandbox inside containers.'),
    use: 'none',
  },
  {
    ...switchOf('enableWeakerNetworkIsolation', false, false, 'Use weaker network isolation.'),
    use: 'none',
  },
  {
    key: 'sandbox.ignoreViolations',
    shape: OBJECT,
    merge: 'deep',
    untrusted: 'nothing',
    ...NONE,
    purpose: 'Sandbox violations not to report.',
  },
  {
    key: 'sandbox.bwrapPath',
    shape: TEXT,
    ...PROGRAM,
    use: SANDBOX.use,
    purpose: 'Path of bwrap. By default, Sluice searches for it.',
  },
  { key: 'sandbox.socatPath', shape: TEXT, ...PROGRAM, purpose: "Path of socat. Sluice doesn't need it." },
  {
    key: 'sandbox.ripgrep',
    shape: OBJECT,
    ...PROGRAM,
    purpose: 'The ripgrep program. Sluice ships its own.',
  },
] as const satisfies readonly SettingKey[];

function portOf<Name extends string>(name: Name, purpose: string) {
  return {
    key: `sandbox.network.${name}`,
    shape: { kind: 'number', least: 1, max: 65_535 },
    // A policy's host rules wouldn't hold with someone else's proxy.
    lockedBy: 'sandbox.network.allowManagedDomainsOnly',
    merge: 'highest',
    untrusted: 'nothing',
    ...SANDBOX,
    purpose,
  } as const;
}
