import { assemblePool, type AnyTool, type LeftOut, type ToolPool } from '@sluice/core';

/** The tools of an agent: those of its parent that pass a filter, as they come and go, and its own. */
export class FilteredPool implements ToolPool {
  readonly #parent: ToolPool;
  readonly #keeps: (tool: AnyTool) => boolean;
  readonly #own: ToolPool;
  #version = -1;
  #tools: readonly AnyTool[] = [];

  constructor(parent: ToolPool, keeps: (tool: AnyTool) => boolean, own: readonly AnyTool[]) {
    this.#parent = parent;
    this.#keeps = keeps;
    this.#own = assemblePool({ builtIn: own });
  }

  get version(): number {
    return this.#parent.version + this.#own.version;
  }

  get tools(): readonly AnyTool[] {
    const { version } = this;
    if (this.#version !== version) {
      const isOwn = new Set(this.#own.tools.map(({ name }) => name));
      this.#tools = [
        ...this.#parent.tools.filter((tool) => !isOwn.has(tool.name) && this.#keeps(tool)),
        ...this.#own.tools,
      ];
      this.#version = version;
    }
    return this.#tools;
  }

  get leftOut(): readonly LeftOut[] {
    return this.#own.leftOut;
  }

  find(name: string): AnyTool | undefined {
    const own = this.#own.find(name);
    if (own !== undefined) return own;
    const found = this.#parent.find(name);
    return found !== undefined && this.#keeps(found) ? found : undefined;
  }

  whyGone(name: string): string | undefined {
    return this.#own.whyGone(name) ?? this.#parent.whyGone(name);
  }

  update(...change: Parameters<ToolPool['update']>): void {
    this.#own.update(...change);
  }

  updateAll(...changes: Parameters<ToolPool['updateAll']>): void {
    this.#own.updateAll(...changes);
  }

  onChange(listener: () => void): () => void {
    const ends = [this.#parent.onChange(listener), this.#own.onChange(listener)];
    return () => {
      for (const end of ends) end();
    };
  }

  isForeign(tool: AnyTool): boolean {
    return this.#own.find(tool.name) === tool ? this.#own.isForeign(tool) : this.#parent.isForeign(tool);
  }

  near(name: string): readonly string[] {
    const isKept = new Set(this.tools.map((tool) => tool.name));
    return [...this.#own.near(name), ...this.#parent.near(name)].filter((near) => isKept.has(near));
  }
}
