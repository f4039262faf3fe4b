/**
 * Builds every package: declarations and modules with tsc, each package after those that it depends on, and the command
 * as a bundle with rolldown. The bundle is made from the sources, so that it need not wait for tsc.
 *
 * node scripts/build.ts
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'rolldown';
import { startParts } from './start-parts.ts';

const root = resolve(import.meta.dirname, '..');
const packagesDirectory = join(root, 'packages');
const tsc = join(root, 'node_modules/.bin/tsc');

interface Package {
  readonly directory: string;
  /** Names of the workspace's packages that it needs. */
  readonly needs: readonly string[];
}

function readPackages(): Map<string, Package> {
  const found = new Map<string, Package>();
  for (const directory of readdirSync(packagesDirectory)) {
    const path = join(packagesDirectory, directory, 'package.json');
    if (!existsSync(path)) continue;
    const manifest: { name: string; dependencies?: Record<string, string> } = JSON.parse(
      readFileSync(path, 'utf8'),
    );
    found.set(manifest.name, { directory, needs: Object.keys(manifest.dependencies ?? {}) });
  }
  return found;
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
  const status = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('exit', done);
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with status ${String(status)}`);
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  console.log(`${what.padEnd(20)} ${Math.round(performance.now() - start)} ms`);
}

/** Each package as soon as those that it needs are there; the rest side by side. */
async function compileAll(packages: ReadonlyMap<string, Package>): Promise<void> {
  const compiled = new Map<string, Promise<void>>();
  const compile = (name: string): Promise<void> => {
    const known = compiled.get(name);
    const found = packages.get(name);
    if (known !== undefined || found === undefined) return known ?? Promise.resolve();
    const { directory, needs } = found;
    const promise = Promise.all(needs.map(compile)).then(() =>
      timed(`packages/${directory}`, () =>
        run(tsc, ['-p', join('packages', directory, 'tsconfig.build.json')]),
      ),
    );
    compiled.set(name, promise);
    return promise;
  };
  await Promise.all([...packages.keys()].map(compile));
}

/**
 * An `import` of a module of Node's own builds a facade that touches its every export, lazy ones as well: 7 ms of the
 * command's start. Looked up this way it doesn't.
 */
const directBuiltins: Plugin = {
  name: 'direct-builtins',
  renderChunk: (code) =>
    code.replace(
      /^import (\{[^}]*\}) from "(node:[^"]+)";$/gm,
      (_, names: string, from: string) =>
        `const ${names.replaceAll(' as ', ': ')} = process.getBuiltinModule("${from}");`,
    ),
};

/**
 * One character above Latin-1 makes V8 keep a whole file at two bytes a character, and Node work on it as such: 3 ms of
 * the start. As an escape it means the same wherever it may
 * stand, but in raw templates and behind a backslash.
 */
const onlyAscii: Plugin = {
  name: 'only-ascii',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      if (/String\.raw`[^`]*[^\0-\x7f]|\\[^\0-\x7f]/.test(chunk.code)) {
        throw new Error(`${chunk.fileName} has characters that can't be escaped where they stand.`);
      }
      chunk.code = chunk.code.replace(
        /[\u0080-\uffff]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};

/** The command in few files, so that it starts fast; what is rarely needed stays in files of its own. */
async function bundleCommand(): Promise<void> {
  const parts = startParts(packagesDirectory);
  await build({
    input: join(packagesDirectory, 'sluice/src/cli.ts'),
    platform: 'node',
    // The first finds its own binary beside its files; the other two load at the first image and the first PDF document.
    external: ['@vscode/ripgrep', 'sharp', 'unpdf'],
    resolve: {
      conditionNames: ['sluice-source', 'node', 'import'],
      // Its main module is made in a way that can't be bundled.
      alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    },
    plugins: [directBuiltins, parts.plugin, onlyAscii],
    output: {
      dir: join(packagesDirectory, 'sluice/dist'),
      format: 'esm',
      minify: true,
      entryFileNames: 'cli.js',
      chunkFileNames: 'cli/[name]-[hash].js',
      codeSplitting: { groups: parts.groups },
    },
  });
}

/** What an earlier build left and this one did not write again. Not removed beforehand: programs may be running from it. */
function removeStale(directory: string, before: number): void {
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && statSync(path).mtimeMs < before) rmSync(path);
  }
}

const startedAt = Date.now();
const packages = readPackages();
await Promise.all([compileAll(packages), timed('bundle', bundleCommand)]);
for (const { directory } of packages.values()) {
  removeStale(join(packagesDirectory, directory, 'dist'), startedAt - 1);
}
