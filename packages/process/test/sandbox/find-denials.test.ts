import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { findDenials } from '../../src/sandbox/find-denials.ts';
import type { SandboxProfile } from '../../src/sandbox/sandbox-profile.ts';
import { temporaryDirectory } from '../helpers.ts';

const directory = temporaryDirectory();
const root = realpathSync(directory.path);
mkdirSync(join(root, 'w/.git'), { recursive: true });
mkdirSync(join(root, 'out'));
writeFileSync(join(root, 'out/file'), '');
writeFileSync(join(root, 'out/program'), '', { mode: 0o755 });
symlinkSync(join(root, 'out'), join(root, 'w/link'));
afterAll(() => directory.dispose());

const profile: SandboxProfile = {
  kind: 'workspace-write',
  writable: [join(root, 'w')],
  protected: [join(root, 'w/.git')],
  hidden: [],
  network: 'none',
};
const found = (line: string, more: Partial<SandboxProfile> = {}): unknown =>
  findDenials(line.replaceAll('ROOT', root), { ...profile, ...more }, join(root, 'w'));
const write = (path: string): unknown => [{ type: 'write', path: join(root, path) }];
const kept = (path: string): unknown => [{ type: 'write', path: join(root, path), isProtected: true }];

describe('the denials in an output', () => {
  it.each([
    ["touch: cannot touch 'ROOT/out/new': Read-only file system", write('out/new')],
    ['touch: cannot touch ‘ROOT/out/new’: Read-only file system', write('out/new')],
    ['bash: line 1: ROOT/out/file: Read-only file system', write('out/file')],
    ['bash: line 1: ../out/file: Read-only file system', write('out/file')],
    ['bash: line 1: link/new: Read-only file system', write('out/new')],
    ['ROOT/out/program: line 1: ../out/file: Read-only file system', write('out/file')],
    ['ROOT/out/program: line 12: .git/config: Read-only file system', kept('w/.git/config')],
    ['ROOT/out/program: eval: line 2: ROOT/out/file: Read-only file system', write('out/file')],
    ['ROOT/out/program: 1: cannot create ROOT/out/new: Read-only file system', write('out/new')],
    ['ROOT/out/program: ROOT/out/file: Read-only file system', write('out/file')],
    ['ROOT/out/program: Text file busy: Read-only file system', []],
    ['ROOT/out/program: Read-only file system', write('out/program')],
    ['zsh:1: read-only file system: ROOT/out/file', write('out/file')],
    ["Error: EROFS: read-only file system, open 'ROOT/out/new'", write('out/new')],
    ["OSError: [Errno 30] Read-only file system: 'ROOT/out/new'", write('out/new')],
    ["mv: cannot move '.git' to 'old': Device or resource busy", kept('w/.git')],
    ['npm error EACCES: permission denied, mkdir ROOT/out/cache', write('out/cache')],
    [
      "npm error enoent ENOENT: no such file or directory, mkdir 'ROOT/out/.npm/_cacache/tmp'",
      write('out/.npm'),
    ],
    [
      'npm error Log files were not written due to an error writing to the directory: ROOT/out/.npm/_logs',
      write('out/.npm'),
    ],
    ["WARNING: The directory 'ROOT/out' or its parent directory is not writable", write('out')],
    ['error: could not write config file .git/config: Device or resource busy', kept('w/.git/config')],
    ['error: could not lock config file w2/../.git/config: File exists', []],
  ])('name the path of %s', (line, denials) => {
    expect(found(line)).toEqual(denials);
  });

  it.each([
    ["touch: cannot touch 'ROOT/w/new': Read-only file system", 'a path that the profile leaves open'],
    ["touch: cannot touch '/proc/version': Permission denied", 'a path that is closed without it too'],
    ["touch: cannot touch 'ROOT/none/new': Read-only file system", 'a path that could not be made'],
    ["ENOENT: no such file or directory, mkdir 'ROOT/w/a/b'", 'directories that could be made'],
    ["ENOENT: no such file or directory, open 'ROOT/out/a'", 'a file that is not there'],
    ['Read-only file system', 'no path'],
    ['ROOT/out/program: line 1: ROOT/w/new: Permission denied', 'the program that says it'],
    ['remote: Permission denied', 'another reason'],
  ])('are none in %s: %s', (line) => {
    expect(found(line)).toEqual([]);
  });

  it.each([
    ['curl: (6) Could not resolve host: example.com', [{ type: 'network', host: 'example.com' }]],
    [
      'Error: getaddrinfo EAI_AGAIN registry.example.org',
      [{ type: 'network', host: 'registry.example.org' }],
    ],
    [
      "fatal: unable to access 'https://example.com/x/': Could not resolve host: example.com",
      [{ type: 'network', host: 'example.com' }],
    ],
    ['ping: Temporary failure in name resolution', [{ type: 'network' }]],
    ['connect: Network is unreachable', [{ type: 'network' }]],
  ])('name the host of %s', (line, denials) => {
    expect(found(line)).toEqual(denials);
    expect(found(line, { network: 'host' })).toEqual([]);
  });

  const LISTED: Partial<SandboxProfile> = { network: { allowed: ['a.example'], denied: [] } };
  it.each([
    ['ssh: Could not resolve hostname github.com: Temporary failure in name resolution', 'github.com'],
    ['socket.gaierror: [Errno -3] Temporary failure in name resolution', undefined],
    ['Error: getaddrinfo EAI_AGAIN a.example', 'a.example'],
    ['Error: connect ENETUNREACH 1.1.1.1:80 - Local (0.0.0.0:0)', '1.1.1.1'],
  ])('name what goes past the proxy of a list: %s', (line, host) => {
    const why = { kind: 'past-proxy' };
    expect(found(line, LISTED)).toEqual([{ type: 'network', ...(host !== undefined && { host }), why }]);
  });

  it.each([
    'The proxy of the sandbox: could not be resolved a.example is known (EAI_AGAIN).',
    'could not be resolved a.example is known (getaddrinfo).',
    'curl: (56) CONNECT tunnel failed, response 502',
    'curl: (97) cannot complete SOCKS5 connection to a.example. (4)',
  ])('are none where the proxy itself reaches nothing: %s', (line) => {
    expect(found(line, LISTED)).toEqual([]);
  });

  it('name what git calls by its repository from anywhere in it', () => {
    const line = 'error: could not write config file .git/config: Device or resource busy';
    mkdirSync(join(root, 'w/deep/er'), { recursive: true });
    expect(findDenials(line, profile, join(root, 'w/deep/er'))).toEqual(kept('w/.git/config'));
  });

  it('are told once each, and not without end', () => {
    const line = "touch: cannot touch 'ROOT/out/new': Read-only file system\n";
    expect(found(line.repeat(50))).toEqual(write('out/new'));
    const many = Array.from({ length: 50 }, (_, index) => line.replace('new', `new${index}`)).join('');
    expect(found(many)).toHaveLength(10);
  });

  it('are values whatever was printed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(Array.isArray(found(`${text}: Read-only file system`))).toBe(true);
      }),
    );
  });
});
