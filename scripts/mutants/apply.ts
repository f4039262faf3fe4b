import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';

/** Why a mutant no longer fits the sources below `root`; undefined: it does. */
export function outOfDate({ file, find, test }: Mutant, root: string): string | undefined {
  for (const path of [file, test]) if (!existsSync(join(root, path))) return `there is no ${path}`;
  const count = readFileSync(join(root, file), 'utf8').split(find).length - 1;
  if (count === 1) return undefined;
  return `its text occurs ${count} times in ${file} instead of once`;
}

/**
 * Breaks the sources below `root`; the returned function fixes them.
 * @throws when the mutant is out of date, rather than leave the sources whole.
 */
export function applyMutant(mutant: Mutant, root: string): () => void {
  const problem = outOfDate(mutant, root);
  if (problem !== undefined) throw new Error(`${mutant.name} is out of date: ${problem}.`);
  const { file, find, replace } = mutant;
  const path = join(root, file);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    whole.replace(find, () => replace),
  );
  return () => writeFileSync(path, whole);
}
