import type { OutputChunk, RolldownOutput } from 'rolldown';

interface Group {
  readonly debugName: string;
  readonly priority: number;
  name(module: string): string | null;
}

/**
 * The files that the library's entries load at once: one for each set of entries that share modules. The bundler also
 * splits these from what is loaded later, which made 48 files of `sluice`, most of a few lines; finding and linking one
 * costs a third of a millisecond.
 *
 * @param first the same bundle as the bundler splits it, which shows what each entry needs
 */
export function libraryParts(first: RolldownOutput): Group[] {
  const entriesOf = entriesOfModules(first.output.filter((one) => one.type === 'chunk'));
  const names = new Map<string, string>();
  const partOf = (module: string, count: number): string | null => {
    const entries = entriesOf.get(module);
    if (entries?.length !== count || entries.includes(module)) return null;
    const shared = entries.toSorted().join('\n');
    const name = names.get(shared) ?? `part-${names.size + 1}`;
    names.set(shared, name);
    return name;
  };
  const most = Math.max(...[...entriesOf.values()].map(({ length }) => length));
  // A group takes along what its modules import: what most entries share comes first.
  return Array.from({ length: most }, (_, index) => ({
    debugName: `shared by ${index + 1}`,
    priority: index + 1,
    name: (module) => partOf(module, index + 1),
  }));
}

/** The entries that load a module at once. */
function entriesOfModules(chunks: readonly OutputChunk[]): ReadonlyMap<string, readonly string[]> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entriesOf = new Map<string, string[]>();
  for (const { isEntry, facadeModuleId: entry, fileName } of chunks) {
    if (!isEntry || entry === null) continue;
    for (const module of modulesOf(fileName, byFile))
      entriesOf.set(module, [...(entriesOf.get(module) ?? []), entry]);
  }
  return entriesOf;
}

/** The modules that are loaded with a file. */
function modulesOf(fileName: string, chunks: ReadonlyMap<string, OutputChunk>): readonly string[] {
  const files = new Set([fileName]);
  // A set is read to its end, what is added meanwhile among it.
  for (const file of files) for (const needed of chunks.get(file)?.imports ?? []) files.add(needed);
  return [...files].flatMap((file) => chunks.get(file)?.moduleIds ?? []);
}
