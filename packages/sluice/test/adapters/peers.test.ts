import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

interface Manifest {
  readonly version: string;
  readonly name: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const read = (path: string): Manifest => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));

/** Versions of packages that the tests run with, some of them under an alias. */
const installed = Object.keys(read('.').devDependencies).map((alias) => read(`node_modules/${alias}`));

it.each(Object.entries(read('packages/sluice').peerDependencies))(
  'the lowest version of %s that is allowed, %s, is one that the adapters are tested with',
  (name, range) => {
    const [, lowest] = /^>=(\S+) </.exec(range) ?? [];
    const versions = installed.flatMap((one) => (one.name === name ? [one.version] : []));
    expect(versions).toContain(lowest);
  },
);
