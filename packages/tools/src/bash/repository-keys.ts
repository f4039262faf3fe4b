import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** More than any configuration that a person writes. */
const MAX_BYTES = 1_000_000;

/**
 * The keys, in full and in lower case, that the configuration of the repository around `directory` sets; none outside a
 * repository. Undefined where it can't be known: a bare repository, a file that can't be read or parsed, or variables of
 * the environment that choose another repository. The user's own and the system's configuration are not looked at.
 */
export function repositoryKeys(
  directory: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] | undefined {
  if (env['GIT_DIR'] !== undefined || env['GIT_COMMON_DIR'] !== undefined) return undefined;
  const found = findGitDirectory(directory);
  if (found === 'none') return [];
  if (found === 'unknown') return undefined;
  const common = commonDirectory(found.path);
  const keys: string[] = [];
  for (const file of [join(common, 'config'), join(found.path, 'config.worktree')]) {
    const text = readText(file);
    if (text === 'missing') continue;
    const parsed = text === 'unreadable' ? undefined : parseKeys(text.text);
    if (parsed === undefined) return undefined;
    keys.push(...parsed);
  }
  if (hasModules(common)) keys.push('submodule.active');
  return keys;
}

/** The top of the working tree around a directory, itself outside a repository; undefined where it can't be known. */
export function repositoryRoot(
  directory: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (env['GIT_DIR'] !== undefined || env['GIT_WORK_TREE'] !== undefined) return undefined;
  const found = findGitDirectory(directory);
  if (found === 'none') return resolve(directory);
  return found === 'unknown' ? undefined : found.root;
}

function findGitDirectory(
  start: string,
): { readonly path: string; readonly root: string } | 'none' | 'unknown' {
  for (let directory = resolve(start); ; directory = dirname(directory)) {
    const dotGit = join(directory, '.git');
    const kind = kindOf(dotGit);
    if (kind === 'directory') return { path: dotGit, root: directory };
    if (kind === 'file') {
      const link = readText(dotGit);
      const target = typeof link === 'string' ? undefined : /^gitdir: (.+?)\r?\n?$/.exec(link.text)?.[1];
      return target === undefined ? 'unknown' : { path: resolve(directory, target), root: directory };
    }
    if (kind === 'other') return 'unknown';
    const isBare = ['HEAD', 'objects', 'refs'].every((name) => kindOf(join(directory, name)) !== 'missing');
    if (isBare) return 'unknown';
    if (dirname(directory) === directory) return 'none';
  }
}

function commonDirectory(gitDirectory: string): string {
  const link = readText(join(gitDirectory, 'commondir'));
  return typeof link === 'string' ? gitDirectory : resolve(gitDirectory, link.text.trim());
}

function hasModules(gitDirectory: string): boolean {
  return kindOf(join(gitDirectory, 'modules')) !== 'missing';
}

function kindOf(path: string): 'missing' | 'file' | 'directory' | 'other' {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return 'missing';
    return found.isDirectory() ? 'directory' : found.isFile() ? 'file' : 'other';
  } catch {
    return 'other';
  }
}

function readText(path: string): 'missing' | 'unreadable' | { readonly text: string } {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return 'missing';
    if (!found.isFile() || found.size > MAX_BYTES) return 'unreadable';
    return { text: readFileSync(path, 'utf8') };
  } catch {
    return 'unreadable';
  }
}

const SECTION = /^\[([A-Za-z0-9.-]+)(?:[ \t]+"((?:[^"\\]|\\.)*)")?[ \t]*\][ \t]*/;
const KEY = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*(?:=|$|[#;])/;

/** Keys of a configuration file; undefined as soon as a line is not certain (git-config(1), Syntax). */
function parseKeys(text: string): string[] | undefined {
  const keys: string[] = [];
  let section: string | undefined;
  let isContinued = false;
  for (const raw of text.replace(/^\uFEFF/, '').split('\n')) {
    const line = raw.replace(/\r$/, '');
    const wasContinued = isContinued;
    isContinued = /(?:^|[^\\])(?:\\\\)*\\$/.test(line);
    if (wasContinued) continue;
    let rest = line.trimStart();
    const header = SECTION.exec(rest);
    if (header !== null) {
      section = [header[1], header[2]]
        .filter((part) => part !== undefined)
        .join('.')
        .toLowerCase();
      rest = rest.slice(header[0].length);
    }
    if (rest === '' || rest.startsWith('#') || rest.startsWith(';')) continue;
    const key = KEY.exec(rest)?.[1];
    if (key === undefined || section === undefined) return undefined;
    keys.push(`${section}.${key}`.toLowerCase());
  }
  return keys;
}
