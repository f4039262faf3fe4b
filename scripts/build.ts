/**
 * Builds every package: declarations and modules with tsc, each package after those that it depends on, and the command
 * and the entries of the library as bundles with rolldown. That of the command is made from the sources, so that it need not wait for tsc. Then the command runs, and what V8
 * has compiled of it is put beside the bundle. `--types-checked`: something else checks the types (`npm run typecheck`), which takes
 * half of tsc's time.
 *
 * node scripts/build.ts [--types-checked]
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundleCommand } from './bundle-command.ts';
import { bundleLibrary } from './bundle-library.ts';
import { shipCode } from './ship-code.ts';
import { writeTracePage } from './trace-page.ts';

const root = resolve(import.meta.dirname, '..');
const packagesDirectory = join(root, 'packages');
const dist = join(packagesDirectory, 'sluice/dist');
const tsc = join(root, 'node_modules/.bin/tsc');
const unchecked = process.argv.includes('--types-checked') ? ['--noCheck'] : [];

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
    const manifest: {
      name: string;
      dependencies?: Record<string, string>;
      devDependencies?: Record<string, string>;
    } = JSON.parse(readFileSync(path, 'utf8'));
    found.set(manifest.name, {
      directory,
      needs: Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }),
    });
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
        run(tsc, ['-p', join('packages', directory, 'tsconfig.build.json'), ...unchecked]),
      ),
    );
    compiled.set(name, promise);
    return promise;
  };
  await Promise.all([...packages.keys()].map(compile));
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
await writeTracePage();
await Promise.all([compileAll(packages), timed('bundle', () => bundleCommand(packagesDirectory, dist))]);
await timed('library', () => bundleLibrary(packagesDirectory, dist));
await timed('compiled code', () => shipCode(dist));
for (const { directory } of packages.values()) {
  removeStale(join(packagesDirectory, directory, 'dist'), startedAt - 1);
}
