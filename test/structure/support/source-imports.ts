import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');

/** One import of a source file, type-only ones and `import(…)` among them. */
export interface SourceImport {
  /** Path from the repository's root. */
  readonly from: string;
  /** Such a path for a file of the same package, else the name of a package. */
  readonly to: string;
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^'\n]+)'/g;

/** All imports among the sources of the packages. */
export function sourceImports(): readonly SourceImport[] {
  return globSync('packages/*/src/**/*.ts', { cwd: ROOT }).flatMap((from) =>
    [...readFileSync(join(ROOT, from), 'utf8').matchAll(IMPORT)].map(([, to = '']) => ({
      from,
      to: to.startsWith('.') ? normalize(join(dirname(from), to)) : to,
    })),
  );
}
