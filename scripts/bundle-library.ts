import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, type BuildOptions } from 'rolldown';
import { NATIVE, TARGET } from './bundle-command.ts';
import { lazyImports } from './lazy-builtins.ts';
import { lazyPatterns } from './lazy-patterns.ts';
import { libraryParts } from './library-parts.ts';

/** The SDKs that adapters adapt are the application's own. */
const SDKS = [
  /^ai$/,
  /^@ai-sdk\//,
  /^@anthropic-ai\//,
  /^@google\//,
  /^@langchain\//,
  /^@mastra\//,
  /^@openai\//,
];

/**
 * The entries of the package `sluice` that programs import, in few files: as modules of their own they take 0.4 s to load. Types come from
 * tsc, so this runs after it.
 */
export async function bundleLibrary(packagesDirectory: string, dist: string): Promise<void> {
  const options = {
    input: entriesOf(join(packagesDirectory, 'sluice')),
    platform: 'node',
    transform: { target: TARGET },
    external: [...NATIVE, ...SDKS],
    resolve: {
      conditionNames: ['sluice-source', 'node', 'import'],
      // Its main module is made in a way that can't be bundled.
      alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    },
  } satisfies BuildOptions;
  const first = await build({ ...options, logLevel: 'silent', write: false });
  await build({
    ...options,
    plugins: [lazyImports, lazyPatterns],
    output: {
      dir: dist,
      format: 'esm',
      minify: true,
      entryFileNames: '[name].js',
      chunkFileNames: 'library/[name]-[hash].js',
      codeSplitting: { groups: libraryParts(first) },
    },
  });
}

/** The source of each entry by its place in `dist`, without the ending. */
function entriesOf(directory: string): Record<string, string> {
  const manifest: { exports: Record<string, Record<string, string>> } = JSON.parse(
    readFileSync(join(directory, 'package.json'), 'utf8'),
  );
  const sources = Object.values(manifest.exports).flatMap((entry) => entry['sluice-source'] ?? []);
  return Object.fromEntries(
    sources.map((source) => [relative('src', source).replace(/\.ts$/, ''), join(directory, source)]),
  );
}
