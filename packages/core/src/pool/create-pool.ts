import type { AnyTool } from '../tool/tool.ts';
import { nearNames } from '@sluice/base';
import type { LeftOut, LeftOutReason, SourceChange, ToolPool } from './pool.ts';

/**
 * @param base the tools that are there from the start and stay
 * @param leftOutOfBase what was left out of them
 * @param builtIn names of the built-in ones
 * @param checks why a tool may not join, and whether it is kept from being named for a wrong name
 */
export function createPool(
  base: ReadonlyMap<string, AnyTool>,
  leftOutOfBase: readonly LeftOut[],
  builtIn: ReadonlySet<string>,
  checks: PoolChecks,
): ToolPool {
  return new Pool(base, leftOutOfBase, builtIn, checks);
}

interface PoolChecks {
  readonly refusal: (tool: AnyTool) => LeftOutReason | undefined;
  readonly isUnnamed: (tool: AnyTool) => boolean;
}

class Pool implements ToolPool {
  readonly #base: ReadonlyMap<string, AnyTool>;
  readonly #leftOutOfBase: readonly LeftOut[];
  readonly #builtIn: ReadonlySet<string>;
  readonly #refusal: (tool: AnyTool) => LeftOutReason | undefined;
  readonly #isUnnamed: (tool: AnyTool) => boolean;
  readonly #sources = new Map<string, readonly AnyTool[]>();
  /** By name, in the order in which they joined; includes those that have left. */
  readonly #listed: Map<string, AnyTool>;
  /** Names of tools that have left, with the reason. */
  readonly #gone = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  #live: ReadonlyMap<string, AnyTool>;
  #aliases: ReadonlyMap<string, AnyTool>;
  #tools: readonly AnyTool[];
  #leftOut: readonly LeftOut[];
  #version = 1;

  constructor(
    base: ReadonlyMap<string, AnyTool>,
    leftOutOfBase: readonly LeftOut[],
    builtIn: ReadonlySet<string>,
    { refusal, isUnnamed }: PoolChecks,
  ) {
    this.#base = base;
    this.#leftOutOfBase = leftOutOfBase;
    this.#builtIn = builtIn;
    this.#refusal = refusal;
    this.#isUnnamed = isUnnamed;
    this.#listed = new Map(base);
    this.#live = base;
    this.#tools = [...base.values()];
    this.#aliases = aliasesOf(this.#tools);
    this.#leftOut = leftOutOfBase;
  }

  get tools(): readonly AnyTool[] {
    return this.#tools;
  }
  get version(): number {
    return this.#version;
  }
  get leftOut(): readonly LeftOut[] {
    return this.#leftOut;
  }

  find(name: string): AnyTool | undefined {
    return this.#live.get(name) ?? this.#aliases.get(name);
  }

  isForeign({ name }: AnyTool): boolean {
    return !this.#builtIn.has(name);
  }

  near(name: string): readonly string[] {
    const named = [...this.#live.values()].filter((tool) => !this.#isUnnamed(tool));
    const names = named.map((tool) => tool.name);
    // Without its server: `t6` for `mcp__a__t6`.
    const whole = names.filter((one) => name !== '' && one.endsWith(`__${name}`));
    return whole.length === 1 ? whole : nearNames(name, names);
  }

  whyGone(name: string): string | undefined {
    if (this.#gone.size === 0 || this.find(name) !== undefined) return undefined;
    const reason = this.#gone.get(name);
    if (reason !== undefined) return reason;
    const gone = this.#tools.find((tool) => tool.aliases.includes(name));
    return gone === undefined ? undefined : this.#gone.get(gone.name);
  }

  update(source: string, tools: readonly AnyTool[], why?: string, isRemoved?: boolean): void {
    this.updateAll([{ source, tools, why, isRemoved }]);
  }

  updateAll(changes: readonly SourceChange[]): void {
    const earlier = new Map(changes.map(({ source }) => [source, this.#sources.get(source) ?? []]));
    for (const { source, tools } of changes) this.#sources.set(source, tools);
    const before = this.#live;
    const live = this.#collect();
    const isSame = live.size === before.size && [...live].every(([name, tool]) => before.get(name) === tool);
    if (isSame) return;
    for (const [name, tool] of before) {
      if (live.has(name)) continue;
      const change = changes.find(({ source }) => earlier.get(source)?.includes(tool)) ?? changes[0];
      this.#gone.set(name, change?.why ?? `${change?.source} no longer offers it`);
      if (change?.isRemoved === true) this.#listed.delete(name);
    }
    for (const [name, tool] of live) {
      this.#gone.delete(name);
      this.#listed.set(name, tool);
    }
    this.#live = live;
    this.#tools = [...this.#listed.values()];
    this.#aliases = aliasesOf(live.values());
    this.#version += 1;
    for (const listener of [...this.#listeners]) listener();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The tools of all sources, those of an earlier one first; also sets what is left out. */
  #collect(): ReadonlyMap<string, AnyTool> {
    const live = new Map(this.#base);
    const leftOut = [...this.#leftOutOfBase];
    for (const tools of this.#sources.values()) {
      for (const tool of tools.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))) {
        const reason = live.has(tool.name) ? 'name-taken' : this.#refusal(tool);
        if (reason === undefined) live.set(tool.name, tool);
        else leftOut.push({ name: tool.name, reason });
      }
    }
    this.#leftOut = leftOut;
    return live;
  }
}

/** If two tools have the same alias, it belongs to the first. */
function aliasesOf(tools: Iterable<AnyTool>): ReadonlyMap<string, AnyTool> {
  const aliases = new Map<string, AnyTool>();
  for (const tool of tools) {
    for (const alias of tool.aliases) if (!aliases.has(alias)) aliases.set(alias, tool);
  }
  return aliases;
}
