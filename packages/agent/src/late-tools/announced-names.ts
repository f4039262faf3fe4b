import { serverOf, type AnyTool, type ToolPool } from '@sluice/core';
import { allNamesText, changedNamesText, type DeferredName, type NameTexts } from './deferred-names.ts';

interface AnnouncedNamesOptions {
  readonly pool: ToolPool;
  /** Names that were already announced to the model of a resumed conversation. Default: none. */
  readonly told?: readonly string[] | undefined;
  /** Stores the names that have been announced to the model. Must not throw. */
  readonly keepReported?: ((names: readonly string[]) => void) | undefined;
}

/** The names of deferred tools that were announced to the model. */
export class AnnouncedNames {
  readonly #options: AnnouncedNamesOptions;
  #told: ReadonlyMap<string, DeferredName>;

  constructor(options: AnnouncedNamesOptions) {
    this.#options = options;
    this.#told = new Map((options.told ?? []).map((name) => [name, nameOf(name, options.pool)]));
  }

  /**
   * The note that announces tools to the model, and those that have left. Undefined: it knows all of them.
   * @param hidden the tools that are deferred now
   */
  note(hidden: readonly AnyTool[], texts: NameTexts): string | undefined {
    const { pool } = this.#options;
    const now = new Map(hidden.map(({ name }) => [name, nameOf(name, pool)]));
    const added = [...now.values()].filter(({ name }) => !this.#told.has(name));
    const removed = [...this.#told.values()].filter(({ name }) => !now.has(name));
    if (added.length === 0 && removed.length === 0) return undefined;
    const isFirst = this.#told.size === 0;
    this.#tell(now);
    return isFirst ? allNamesText(added, texts) : changedNamesText(added, removed, now.size, texts);
  }

  /** After a compaction, all of them are announced again. */
  forget(): void {
    this.#tell(new Map());
  }

  #tell(names: ReadonlyMap<string, DeferredName>): void {
    if (names.size === 0 && this.#told.size === 0) return;
    this.#told = names;
    this.#options.keepReported?.([...names.keys()]);
  }
}

function nameOf(name: string, pool: ToolPool): DeferredName {
  const tool = pool.tools.find((one) => one.name === name);
  const server = serverOf(tool ?? { name, annotations: {} });
  return { name, server, isForeign: tool === undefined || pool.isForeign(tool) };
}
