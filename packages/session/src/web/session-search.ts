import { parseRule, type ModelProvider, type PermissionRule, type ToolPool } from '@sluice/core';
import type { LoadedSettings } from '@sluice/settings';
import { createWebSearchTool } from '@sluice/tools';
import { missingSearch, searchSettings } from './missing-search.ts';
import type { ModelSearch } from './model-search.ts';

interface SessionSearchOptions {
  readonly pool: Pick<ToolPool, 'find' | 'update'>;
  readonly loaded: LoadedSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined: the session has no model. */
  readonly modelSearch: ModelSearch | undefined;
  /** The built-in tools that the session was opened with. Undefined: all. */
  readonly chosen: readonly string[] | undefined;
}

const NAME = 'WebSearch';

/** Whether a session has WebSearch, and why not. */
export class SessionSearch {
  readonly #options: SessionSearchOptions;
  #service: NonNullable<ModelProvider['searchesWeb']> | undefined;

  constructor(options: SessionSearchOptions) {
    this.#options = options;
  }

  /** Takes whether the model's service can search. If it can, the tool joins the pool, unless it is there or the user has set up another service. */
  connectModel(service: NonNullable<ModelProvider['searchesWeb']>): void {
    this.#service = service;
    const { pool, env, modelSearch, loaded } = this.#options;
    if (service !== 'yes' || modelSearch === undefined || !this.#isWanted()) return;
    if (pool.find(NAME) !== undefined || searchSettings(loaded) !== undefined) return;
    pool.update('web-search', [createWebSearchTool(modelSearch, env)]);
  }

  /** Sentences for a model that calls the tool by its name. Undefined: it is another tool, or there is nothing to say. */
  readonly whyMissing = (toolName: string): string | undefined => {
    const { pool, loaded, env } = this.#options;
    if (toolName !== NAME || !this.#isWanted() || pool.find(NAME) !== undefined) return undefined;
    return missingSearch({ loaded, env, service: this.#service });
  };

  /** For a user who asked for the tool by its name, with `--tools` or an allow rule of the command line. Usually empty. */
  notices(rules: readonly PermissionRule[]): readonly string[] {
    // A service that is set up wrongly is reported anyway.
    if (searchSettings(this.#options.loaded) !== undefined) return [];
    const isNamed =
      this.#options.chosen?.includes(NAME) === true ||
      rules.some(
        ({ behavior, source, text }) => behavior === 'allow' && source === 'cli' && toolOf(text) === NAME,
      );
    const reason = isNamed ? this.whyMissing(NAME) : undefined;
    return reason === undefined ? [] : [`The tool ${NAME} is not available. ${reason}`];
  }

  #isWanted(): boolean {
    return this.#options.chosen?.includes(NAME) !== false;
  }
}

function toolOf(text: string): string | undefined {
  const parsed = parseRule(text);
  return parsed.ok ? parsed.parts.toolName : undefined;
}
