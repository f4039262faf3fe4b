import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A copy of the workspace that may be broken without anyone else noticing. */
export interface WorkspaceCopy {
  readonly root: string;
  dispose(): void;
}

/** Copies what git tracks or would track; dependencies are links, and the workspace's own packages are the copied ones. */
export function copyWorkspace(original: string): WorkspaceCopy {
  const root = mkdtempSync(join(tmpdir(), 'sluice-mutants-'));
  try {
    for (const file of sourceFiles(original)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      cpSync(join(original, file), join(root, file), { verbatimSymlinks: true });
    }
    for (const directory of ['.', ...packagesWithModules(original)])
      linkModules(join(original, directory, 'node_modules'), join(root, directory, 'node_modules'));
  } catch (error) {
    rmSync(root, { recursive: true, force: true });
    throw error;
  }
  return { root, dispose: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }) };
}

function sourceFiles(original: string): string[] {
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', options, {
    cwd: original,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  // A tracked file that was deleted is still listed.
  return listed
    .split('\0')
    .filter(
      (file) => file !== '' && lstatSync(join(original, file), { throwIfNoEntry: false }) !== undefined,
    );
}

/** Packages that need another version of a dependency than the rest, and have it to themselves. */
function packagesWithModules(original: string): readonly string[] {
  return readdirSync(join(original, 'packages'))
    .map((name) => join('packages', name))
    .filter((directory) => existsSync(join(original, directory, 'node_modules')));
}

/**
 * Links each dependency by itself. Links that npm made for the workspace's packages are relative: they are copied as
 * they stand, so that they lead to the copy's packages.
 */
function linkModules(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const { name } = entry;
    if (name.startsWith('.') && name !== '.bin') continue;
    const isScope = name.startsWith('@') && entry.isDirectory();
    if (isScope) linkModules(join(from, name), join(to, name));
    else
      symlinkSync(entry.isSymbolicLink() ? readlinkSync(join(from, name)) : join(from, name), join(to, name));
  }
}
