import { queryFor, type AnyTool, type ToolPool } from '@sluice/core';
import type { LoadedSettings } from '@sluice/settings';
import { openSearch, type SearchBackend, type WebPorts } from '@sluice/tools';
import { ignoredNumber } from '../ignored-number.ts';
import type { LocalPermission } from '../permission/open-permission.ts';
import { searchSettings } from './missing-search.ts';
import type { ModelSearch } from './model-search.ts';
import type { PageReader } from './page-reader.ts';

export interface WebContext {
  readonly permission: Pick<LocalPermission, 'policy' | 'loaded'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Undefined: there is no model to ask. */
  readonly reader: PageReader | undefined;
  /** Undefined: there is no model that could search. */
  readonly modelSearch: ModelSearch | undefined;
  /** The pool that the tools will join. */
  readonly pool: () => ToolPool;
  /** A sentence for the user. */
  readonly tell: (text: string) => void;
}

/** Variables of the web tools, with the least that each can be. */
const NUMBERS = [
  ['CLAUDE_CODE_WEBFETCH_CACHE_TTL_MS', 0],
  ['CLAUDE_CODE_MAX_WEB_SEARCHES_PER_SESSION', 1],
] as const;

/** What the web tools need from a session. */
export function webPorts({ permission, env, reader, modelSearch, pool, tell }: WebContext): WebPorts {
  const { policy, loaded } = permission;
  for (const [name, least] of NUMBERS) {
    const problem = ignoredNumber(env, name, least);
    if (problem !== undefined) tell(problem);
  }
  return {
    ask: reader?.ask,
    verdictOn(host, context) {
      const tool: AnyTool | undefined = pool().find('WebFetch');
      if (tool === undefined) return 'denied';
      const input = { url: `https://${host}/`, prompt: '' };
      const { behavior, by } = policy.decide(queryFor(tool, input, input, context.cwd), context.permission);
      if (behavior === 'deny') return 'denied';
      if (by !== 'rule') return 'open';
      return behavior === 'allow' ? 'allowed-by-rule' : 'asked';
    },
    allowPrivate: loaded.setting('web.allowPrivate')?.value ?? [],
    search: searchOf(loaded, env, modelSearch, tell),
    env,
  };
}

function searchOf(
  loaded: LoadedSettings,
  env: Readonly<Record<string, string | undefined>>,
  modelSearch: ModelSearch | undefined,
  tell: (text: string) => void,
): SearchBackend | undefined {
  const settings = searchSettings(loaded);
  if (settings === undefined) return undefined;
  if (settings.backend === 'model') return modelSearch;
  const opened = openSearch(settings, env);
  if (opened.ok) return opened.backend;
  tell(`The WebSearch tool is not available: ${opened.message}`);
  return undefined;
}
