import type { FileFingerprint } from '../data/file-fingerprint.ts';
import type { Engine } from '../engine/engine.ts';
import type { Call } from '../engine/call.ts';
import type { Decided, DecidedFiles } from '../engine/verdicts.ts';
import { readDecidedPlaces } from './decided-places.ts';
import { tryOr } from '../tool/predicates.ts';

/** Maximum number of files to compare for one call. */
const MAX_FILES = 200;
/** A fingerprint of no file, so that every file is read: timestamps can be set back. */
const NOTHING_KNOWN: FileFingerprint = { hash: '', size: -1, mtimeMs: -1, inode: -1 };

/** The files that a decision is about, according to the call's tool. */
export function decidedPaths(engine: Engine, { tool, input }: Call): readonly string[] {
  if (tool?.decidedOn === undefined) return [];
  const { cwd } = engine.session;
  return tryOr(() => tool.decidedOn?.(input, { cwd }) ?? [], []).slice(0, MAX_FILES);
}

/** What a decision about the call is about now. */
export async function readDecided(engine: Engine, call: Call): Promise<Decided> {
  const places = readDecidedPlaces(engine, call);
  const paths = decidedPaths(engine, call);
  const { areNamesStill } = call.verdicts;
  const files = paths.length === 0 ? new Map() : await readDecidedFiles(engine, paths);
  return { places, files, areNamesStill };
}

async function readDecidedFiles(engine: Engine, paths: readonly string[]): Promise<DecidedFiles> {
  const files = new Map<string, string | undefined>();
  for (const path of paths) files.set(path, await hashOf(engine, path));
  return files;
}

/** The first of the files that has changed. Only those still in `paths` are checked. */
export async function firstChanged(
  engine: Engine,
  files: DecidedFiles,
  paths: readonly string[],
): Promise<string | undefined> {
  for (const path of paths) {
    if (files.has(path) && files.get(path) !== (await hashOf(engine, path))) return path;
  }
  return undefined;
}

async function hashOf(engine: Engine, path: string): Promise<string | undefined> {
  try {
    return (await engine.ports.files.fingerprint(path, NOTHING_KNOWN))?.hash;
  } catch {
    return undefined;
  }
}
