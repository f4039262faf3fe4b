import { expect, it } from 'vitest';
import type { CommandSecrets } from '@sluice/settings';
import { checkSecrets } from '../../../src/cli/doctor/checks/check-secrets.ts';

const NONE: CommandSecrets = {
  hiddenVariables: [],
  maskedVariables: new Map(),
  hiddenFiles: [],
  maskedFiles: [],
  problems: [],
};
const secret = (...hosts: readonly string[]) => ({ standIn: 'the-stand-in-0000', value: 'the-value', hosts });
const masked = (...hosts: readonly string[]): CommandSecrets => ({
  ...NONE,
  maskedVariables: new Map([['TOKEN', { text: 'the-stand-in-0000', secrets: [secret(...hosts)] }]]),
});
const LIST = { allowed: ['a.b'], denied: [] };
const ON = { isEnabled: true, network: { ...LIST, tlsTerminate: {} }, files: 'kept-apart' } as const;
const file = { path: '/token', text: 'x', secrets: [secret()] };
const NOWHERE = '1 of the masked values are never sent: ';

it.each<[string, CommandSecrets, Partial<Parameters<typeof checkSecrets>[1]>, string, readonly string[]]>([
  ['none', NONE, {}, 'commands see every variable of this program', []],
  [
    'hidden ones',
    { ...NONE, hiddenVariables: ['A', 'B'], hiddenFiles: ['/a'] },
    {},
    '2 variables and 1 file hidden, from commands',
    [],
  ],
  [
    'one that goes to its host',
    masked('a.b'),
    {},
    '1 variable and 0 files masked, from commands',
    ['1 of the masked values are sent to their hosts, over TLS that the proxy terminates'],
  ],
  ['one without hosts', masked(), {}, '1 variable', [`${NOWHERE}no injectHosts applies`]],
  [
    'one without an end of TLS',
    masked('a.b'),
    { network: LIST },
    '1 variable',
    [`${NOWHERE}sandbox.network.tlsTerminate is not set`],
  ],
  [
    'one with another proxy',
    masked('a.b'),
    { network: { ...ON.network, httpProxyPort: 3128 } },
    '1 variable',
    [`${NOWHERE}commands use another proxy (sandbox.network.httpProxyPort)`],
  ],
  [
    'one without a network',
    masked('a.b'),
    { network: 'none' },
    '1 variable',
    [`${NOWHERE}no host is listed (sandbox.network.allowedDomains)`],
  ],
  [
    'one without a sandbox',
    masked('a.b'),
    { isEnabled: false },
    '1 variable',
    [`${NOWHERE}the sandbox is off (sandbox.enabled)`],
  ],
  [
    'files without a sandbox',
    { ...NONE, hiddenFiles: ['/a'] },
    { isEnabled: false },
    '0 variables and 1 file hidden',
    ['files can be read anyway: the sandbox is off (sandbox.enabled)'],
  ],
  [
    'files that are not kept apart',
    { ...NONE, maskedFiles: [file] },
    { files: 'disabled' },
    '0 variables and 1 file masked',
    [`${NOWHERE}no injectHosts applies`, 'files can be read anyway: sandbox.filesystem.disabled'],
  ],
])('%s', (_title, secrets, settings, text, details) => {
  const found = checkSecrets(secrets, { ...ON, ...settings });
  expect(found.text).toContain(text);
  expect(found.details ?? []).toEqual(details);
  expect(JSON.stringify(found)).not.toMatch(/the-value|the-stand-in/);
});

it('an authority that can not be used is why a value goes nowhere', () => {
  const found = checkSecrets(masked('a.b'), ON, 'The key is not to be read.');
  expect(found.details).toEqual([`${NOWHERE}The key is not to be read.`]);
});
