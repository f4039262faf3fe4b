import { execFileSync, spawnSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorityProblem } from '../../../../src/index.ts';
import {
  makeAuthorityCertificate,
  makeLeafCertificate,
} from '../../../../src/sandbox/network/tls/make-certificate.ts';
import { madeAuthority } from '../../../../src/sandbox/network/tls/made-authority.ts';
import { openAuthority } from '../../../../src/sandbox/network/tls/open-authority.ts';
import { ownAuthority } from '../../../../src/sandbox/network/tls/own-authority.ts';
import { testAuthority } from './world.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const DAY_MS = 86_400_000;
let directory: string;
const at = (name: string): string => join(directory, name);

function keyPair() {
  return generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
}

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-authority-'));
  const [key, other] = [keyPair(), keyPair()];
  const pem = (one: ReturnType<typeof keyPair>): string =>
    one.export({ type: 'pkcs8', format: 'pem' }).toString();
  const days = (from: number, until: number) => ({
    from: new Date(Date.now() + from * DAY_MS),
    until: new Date(Date.now() + until * DAY_MS),
  });
  const good = makeAuthorityCertificate('good', key, days(-1, 5));
  const signer = { certificate: new X509Certificate(good), key };
  const passphrase = { cipher: 'aes-256-cbc', passphrase: 'x' } as const;
  const files = {
    'good.pem': `Some words.\n${good}`,
    'late.pem': makeAuthorityCertificate('late', key, days(-3, -1)),
    'early.pem': makeAuthorityCertificate('early', key, days(1, 3)),
    'leaf.pem': makeLeafCertificate('a.b', key, signer, days(-1, 5)),
    'none.pem': 'nothing',
    'key.pem': pem(key),
    'other.pem': pem(other),
    'shut.pem': key.export({ type: 'pkcs8', format: 'pem', ...passphrase }).toString(),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(at(name), text);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe("an authority of a person's own", () => {
  it.each([
    ['missing.pem', 'key.pem', /caCertPath: .*missing\.pem can't be read/],
    ['good.pem', 'missing.pem', /caKeyPath: .*missing\.pem can't be read/],
    ['none.pem', 'key.pem', /none\.pem contains no PEM certificate/],
    ['good.pem', 'none.pem', /none\.pem contains no PEM private key/],
    ['good.pem', 'shut.pem', /shut\.pem contains no PEM private key .*without a passphrase/],
    ['good.pem', 'other.pem', /the key in .*other\.pem does not belong to/],
    ['leaf.pem', 'key.pem', /leaf\.pem is not a CA certificate/],
    ['late.pem', 'key.pem', /late\.pem has expired/],
    ['early.pem', 'key.pem', /early\.pem is valid only from/],
  ])('%s with %s is refused, and why is said', async (certificate, key, reason) => {
    const network = {
      allowed: [],
      denied: [],
      tlsTerminate: { caCertPath: at(certificate), caKeyPath: at(key) },
    };
    expect(await authorityProblem(network)).toMatch(reason);
  });

  it('is refused where one file alone is named', async () => {
    const opened = await openAuthority({ caKeyPath: at('key.pem') });
    expect(opened).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('without caCertPath'),
    });
  });

  it('is opened, once for the same files', async () => {
    const named = { caCertPath: at('good.pem'), caKeyPath: at('key.pem') };
    expect(await authorityProblem({ allowed: [], denied: [], tlsTerminate: named })).toBeUndefined();
    const [first, second] = [await openAuthority(named), await openAuthority(named)];
    if (first.status === 'refused' || second.status === 'refused') throw new Error('refused');
    expect(first.authority).toBe(second.authority);
    expect(first.authority.leafFor('a.b')).toBe(second.authority.leafFor('a.b'));
    // What was opened does not stand for ever.
    expect(ownAuthority(at('good.pem'), at('key.pem'), Date.now() + 6 * DAY_MS)).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('expired'),
    });
  });
});

describe('certificates that are made', () => {
  it.skipIf(!hasOpenssl)('are as the strictest check wants them', () => {
    const { certificate, key } = testAuthority();
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const term = { from: new Date(Date.now() - DAY_MS), until: new Date(Date.now() + DAY_MS) };
    const rsa = makeAuthorityCertificate('rsa', privateKey, term);
    const signers = [
      { pem: certificate, key },
      { pem: rsa, key: privateKey },
    ];
    for (const [index, { pem, key: signing }] of signers.entries()) {
      const signer = { certificate: new X509Certificate(pem), key: keyOf(signing) };
      writeFileSync(at('root.pem'), pem);
      for (const host of ['a.b', '192.0.2.1', '2001:db8::1', `${'x'.repeat(63)}.${'y'.repeat(63)}.z`]) {
        writeFileSync(at('end.pem'), makeLeafCertificate(host, keyPair(), signer, term));
        const named = /^[\d.]+$|:/.test(host) ? '-verify_ip' : '-verify_hostname';
        const words = ['verify', '-x509_strict', '-CAfile', at('root.pem'), named, host, at('end.pem')];
        expect(execFileSync('openssl', words, { encoding: 'utf8' }), `${index} ${host}`).toContain(': OK');
      }
    }
  });

  it('an authority is made once, and anew in the middle of its life', () => {
    const now = Date.now();
    const first = madeAuthority(now);
    expect(madeAuthority(now + 14 * DAY_MS)).toBe(first);
    const second = madeAuthority(now + 16 * DAY_MS);
    expect(second.certificate).not.toBe(first.certificate);
    expect(new X509Certificate(second.certificate).subject).not.toBe(
      new X509Certificate(first.certificate).subject,
    );
  });
});

function keyOf(key: string | ReturnType<typeof keyPair>) {
  return typeof key === 'string' ? createPrivateKey(key) : key;
}
