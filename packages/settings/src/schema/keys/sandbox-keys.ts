import { isJsonObject } from '@sluice/core';
import type { SettingKey } from '../setting-key.ts';
import { BOOLEAN, OBJECT, OBJECTS, TEXT, TEXTS } from '../shape.ts';

const SANDBOX = { setBy: 'anybody', use: 'start' } as const;
const NONE = { setBy: 'anybody', use: 'none' } as const;

/** A switch that a slip, and a repository that nobody trusts, may only turn to the tight side. */
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

/** A list of which more tightens, or more loosens. */
function listOf<Key extends string>(key: Key, effect: 'tightens' | 'loosens', purpose: string) {
  const untrusted = effect === 'tightens' ? 'all' : 'nothing';
  return { key: `sandbox.${key}`, shape: TEXTS, merge: 'joined', untrusted, ...SANDBOX, purpose } as const;
}

/** To hide or to mask tightens; the reader leaves out where a value would go. */
const HIDES = { when: isJsonObject, text: 'entries without their injectHosts' };

/** Programs that run with the rights of the person: a repository must not name them. */
const PROGRAM = { merge: 'highest', untrusted: 'nothing', ...NONE, setBy: 'not-repository' } as const;

export const SANDBOX_KEYS = [
  switchOf('enabled', true, false, 'Commands run in a sandbox.'),
  switchOf('failIfUnavailable', true, false, 'Where there is no sandbox, nothing runs.'),
  switchOf('autoAllowBashIfSandboxed', false, true, 'A sandboxed command needs no permission.'),
  switchOf('allowUnsandboxedCommands', false, true, 'A command may ask to run outside.'),
  listOf('excludedCommands', 'loosens', 'Commands that run outside.'),
  listOf('filesystem.allowWrite', 'loosens', 'Where else commands may write.'),
  listOf('filesystem.denyWrite', 'tightens', 'Where commands may not write.'),
  listOf('filesystem.denyRead', 'tightens', 'What commands can not read.'),
  {
    ...listOf('filesystem.allowRead', 'loosens', 'What they can read all the same.'),
    lockedBy: 'sandbox.filesystem.allowManagedReadPathsOnly',
  },
  {
    ...switchOf('filesystem.disabled', false, false, 'Files are not kept apart.'),
    setBy: 'not-repository',
  },
  {
    ...switchOf('filesystem.allowManagedReadPathsOnly', true, false, "Only a policy's allowRead counts."),
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
      'Other hosts are refused without asking: so they are in any case.',
    ),
    setBy: 'not-repository',
    use: 'none',
  },
  {
    ...switchOf('network.allowManagedDomainsOnly', true, false, "Only a policy's allowedDomains count."),
    setBy: 'managed',
  },
  {
    ...switchOf(
      'network.allowLocalBinding',
      false,
      false,
      'Commands may listen on ports: they may in any case, on a loopback device of their own.',
    ),
    use: 'none',
  },
  {
    ...listOf('network.allowUnixSockets', 'loosens', 'Single unix sockets, which Linux can not let through.'),
    use: 'none',
  },
  {
    ...switchOf(
      'network.allowAllUnixSockets',
      false,
      false,
      'Commands may use all unix sockets, and so the services of this machine.',
    ),
    setBy: 'not-repository',
  },
  {
    ...listOf('network.allowMachLookup', 'loosens', 'Services of macOS that commands may use.'),
    use: 'none',
  },
  portOf('httpProxyPort', 'An HTTP proxy on this machine that commands get instead: it decides about hosts.'),
  portOf('socksProxyPort', 'The same for a SOCKS5 proxy.'),
  {
    key: 'sandbox.network.tlsTerminate',
    shape: OBJECT,
    merge: 'highest',
    untrusted: 'nothing',
    ...SANDBOX,
    setBy: 'not-repository',
    purpose: 'The proxy ends TLS to hosts that masked values go to, by an authority of its own or yours.',
  },
  {
    key: 'sandbox.credentials.files',
    shape: OBJECTS,
    merge: 'joined',
    untrusted: HIDES,
    ...SANDBOX,
    purpose: 'Files with secrets, hidden from commands or masked.',
  },
  {
    key: 'sandbox.credentials.envVars',
    shape: OBJECTS,
    merge: 'joined',
    untrusted: HIDES,
    ...SANDBOX,
    purpose: 'Variables with secrets, hidden from commands or masked.',
  },
  {
    ...switchOf('enableWeakerNestedSandbox', false, false, 'A weaker sandbox inside containers.'),
    use: 'none',
  },
  {
    ...switchOf('enableWeakerNetworkIsolation', false, false, 'A weaker separation of networks.'),
    use: 'none',
  },
  {
    key: 'sandbox.ignoreViolations',
    shape: OBJECT,
    merge: 'deep',
    untrusted: 'nothing',
    ...NONE,
    purpose: 'Refusals that are not reported.',
  },
  {
    key: 'sandbox.bwrapPath',
    shape: TEXT,
    ...PROGRAM,
    use: SANDBOX.use,
    purpose: 'The program bwrap; without it, Sluice looks for one.',
  },
  { key: 'sandbox.socatPath', shape: TEXT, ...PROGRAM, purpose: 'The program socat; Sluice needs none.' },
  { key: 'sandbox.ripgrep', shape: OBJECT, ...PROGRAM, purpose: 'The program rg; Sluice brings its own.' },
] as const satisfies readonly SettingKey[];

function portOf<Name extends string>(name: Name, purpose: string) {
  return {
    key: `sandbox.network.${name}`,
    shape: { kind: 'number', least: 1, most: 65_535 },
    // What a policy says of hosts would not hold with a proxy of somebody else.
    lockedBy: 'sandbox.network.allowManagedDomainsOnly',
    merge: 'highest',
    untrusted: 'nothing',
    ...SANDBOX,
    purpose,
  } as const;
}
