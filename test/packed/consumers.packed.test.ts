import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { linkSDKs } from './sdk-packages.ts';

const root = join(import.meta.dirname, '../..');

const COMPILERS = {
  '5.9': 'node_modules/@tsd/typescript/typescript/lib/tsc.js',
  '7': 'node_modules/typescript/bin/tsc',
} as const;

const RESOLUTIONS = {
  nodenext: { module: 'nodenext' },
  bundler: { module: 'preserve', moduleResolution: 'bundler' },
} as const;

/** A name of each entry that needs no SDK, and of each adapter. */
const ENTRIES = {
  sluice: 'createLocalRuntime',
  'sluice/runtime': 'createRuntime',
  'sluice/results': 'toText',
  'sluice/shell': 'analyzeCommand',
} as const;
const ADAPTERS = {
  'sluice/ai-sdk': 'toAISDK',
  'sluice/anthropic': 'toAnthropic',
  'sluice/google': 'toGoogle',
  'sluice/langchain': 'toLangChain',
  'sluice/mastra': 'toMastra',
  'sluice/openai-agents': 'toOpenAIAgents',
} as const;

interface Consumer {
  readonly compiler: keyof typeof COMPILERS;
  readonly resolution: keyof typeof RESOLUTIONS;
  readonly entries: Readonly<Record<string, string>>;
  readonly lib?: readonly string[];
}

/** What the compiler says about a program with these entries, in both kinds of modules, and about all types that it reaches. */
function problemsOf({ compiler, resolution, entries, lib = [] }: Consumer): readonly string[] {
  const cwd = join(inject('packedDirectory'), 'app/consumer');
  mkdirSync(cwd, { recursive: true });
  const each = (line: (entry: string, name: string) => string): string =>
    `${Object.entries(entries)
      .map(([entry, name]) => `${line(entry, name)}\n${name} satisfies Function;\n`)
      .join('')}export {};\n`;
  writeFileSync(
    join(cwd, 'esm.mts'),
    each((entry, name) => `import { ${name} } from '${entry}';`),
  );
  writeFileSync(
    join(cwd, 'cjs.cts'),
    each((entry, name) => `import of_${name} = require('${entry}');\nconst { ${name} } = of_${name};`),
  );
  const compilerOptions = {
    ...{ noEmit: true, strict: true, skipLibCheck: false, target: 'es2024' },
    lib: ['es2024', 'esnext.disposable', ...lib],
    ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
    ...RESOLUTIONS[resolution],
  };
  writeFileSync(
    join(cwd, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['esm.mts', 'cjs.cts'] }),
  );
  const args = [join(root, COMPILERS[compiler]), '-p', cwd, '--pretty', 'false'];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    ...{ cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  });
  return status === 0 ? [] : `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
}

it.each([
  ['5.9', 'nodenext'],
  ['5.9', 'bundler'],
  ['7', 'nodenext'],
  ['7', 'bundler'],
] as const)(
  'TypeScript %s with %s takes every type, also of packages that are listed',
  (compiler, resolution) => {
    // A type of a package that isn't listed would be missing here: nothing else is installed.
    expect(problemsOf({ compiler, resolution, entries: ENTRIES })).toEqual([]);
  },
);

it('the types of the adapters fit those of the SDKs', () => {
  linkSDKs();
  const problems = problemsOf({
    ...{ compiler: '7', resolution: 'nodenext', entries: ADAPTERS },
    lib: ['dom'],
  });
  // What an SDK says about its own types is its own.
  const ours = problems.filter((line) => /^(?:esm\.mts|cjs\.cts|\S*node_modules\/@?sluice\/)/.test(line));
  expect(ours).toEqual([]);
});
