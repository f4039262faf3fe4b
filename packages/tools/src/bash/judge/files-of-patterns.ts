import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import type { AnalyzedCommand, CommandAnalysis, FileEffect } from '@sluice/shell';

/** Programs that run what the files they are given say. */
const RUNS_FILES =
  /^(?:.*\/)?(?:[bdkz]?a?sh|source|\.|python[\d.]*|node|deno|bun|tsx|ts-node|ruby|perl|php|lua|Rscript|g?make|ninja|just|xargs|parallel)$/u;

/** More names are not compared, and no deeper ones. */
const MAX_NAMES = 100;
const MAX_LEVELS = 4;

/**
 * Absolute paths of the files that a command may run because a pattern or a search names them now: `sh *.sh`. What they say is a part of what
 * is decided on.
 */
export function filesOfPatterns({ commands }: CommandAnalysis): readonly string[] {
  const found = new Set<string>();
  for (const command of commands) {
    if (!mayRunFiles(command)) continue;
    for (const effect of command.files) addNames(effect, found);
  }
  return [...found];
}

function mayRunFiles({ unwrapped: [program], argv, readsItself }: AnalyzedCommand): boolean {
  if (readsItself || argv.length === 0) return false;
  return program === undefined || RUNS_FILES.test(program);
}

function addNames({ access, path, isTree, levels, endings, gitNames }: FileEffect, found: Set<string>): void {
  if (access === 'write' || access === 'remove' || !isTree || path === undefined) return;
  if (gitNames !== undefined) return;
  const isNamed = (name: string): boolean =>
    endings === undefined || endings.some((ending) => name.endsWith(ending));
  let open = [path];
  const depth = Math.min(levels ?? 1, MAX_LEVELS);
  for (let level = 0; level < depth && open.length > 0; level += 1) {
    const next: string[] = [];
    for (const directory of open)
      for (const entry of entriesOf(directory)) {
        if (found.size >= MAX_NAMES) return;
        const place = join(directory, entry.name);
        if (entry.isDirectory()) next.push(place);
        else if (isNamed(entry.name)) found.add(place);
      }
    open = next.slice(0, MAX_NAMES);
  }
}

/** Sorted by name; none of what can't be listed. */
function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).toSorted((one, other) =>
      one.name < other.name ? -1 : 1,
    );
  } catch {
    return [];
  }
}
