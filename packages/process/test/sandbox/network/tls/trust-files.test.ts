import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { certificatesIn } from '../../../../src/sandbox/network/tls/pem-certificates.ts';
import { systemRoots } from '../../../../src/sandbox/network/tls/system-roots.ts';
import { trustFiles } from '../../../../src/sandbox/network/tls/trust-files.ts';
import { testAuthority } from './world.ts';

const REPLACED = [
  ...['SSL_CERT_FILE', 'CURL_CA_BUNDLE', 'REQUESTS_CA_BUNDLE', 'GIT_SSL_CAINFO', 'PIP_CERT'],
  ...['CARGO_HTTP_CAINFO', 'AWS_CA_BUNDLE', 'DENO_CERT'],
];
const authority = testAuthority().certificate;
const own = testAuthority();
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-trust-'));
  writeFileSync(join(directory, 'own.pem'), `password=hunter2\n${own.certificate}${own.key}`);
  writeFileSync(join(directory, 'words'), 'password=hunter2');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function textsOf(environment: Readonly<Record<string, string>>) {
  const found = trustFiles(authority, environment, directory);
  const texts = new Map(found.files.map(({ path, text }) => [path, text]));
  return {
    files: found.files,
    text: (name: string) => texts.get(found.environment[name] ?? ''),
    names: Object.keys(found.environment),
  };
}

it('has all programs trust the authority beside the roots of the system, and Node beside its own', () => {
  const { files, text, names } = textsOf({});
  expect(names).toEqual([...REPLACED, 'NODE_EXTRA_CA_CERTS']);
  expect(files).toHaveLength(2);
  for (const name of REPLACED) {
    expect(text(name)?.endsWith(authority)).toBe(true);
    expect(certificatesIn(text(name) ?? '').length).toBeGreaterThan(20);
  }
  expect(text('NODE_EXTRA_CA_CERTS')).toBe(authority);
  // In the place of the system's own, where it has one.
  expect(existsSync(files[0]?.path ?? '')).toBe(systemRoots().path !== undefined);
});

it('adds to the file that a variable names, certificates alone', () => {
  const { text } = textsOf({
    CURL_CA_BUNDLE: 'own.pem',
    NODE_EXTRA_CA_CERTS: join(directory, 'own.pem'),
    PIP_CERT: '',
  });
  expect(text('CURL_CA_BUNDLE')).toBe(own.certificate + authority);
  expect(text('NODE_EXTRA_CA_CERTS')).toBe(own.certificate + authority);
  expect(text('PIP_CERT')).toBe(text('SSL_CERT_FILE'));
});

it('takes nothing else over from a file, and leaves a variable alone that names none', () => {
  const { files, names, text } = textsOf({
    SSL_CERT_FILE: join(directory, 'words'),
    REQUESTS_CA_BUNDLE: directory,
    DENO_CERT: join(directory, 'missing'),
  });
  expect(JSON.stringify(files)).not.toMatch(/hunter2|PRIVATE/);
  expect(text('SSL_CERT_FILE')).toBe(authority);
  expect(names).not.toContain('REQUESTS_CA_BUNDLE');
  expect(names).not.toContain('DENO_CERT');
});
