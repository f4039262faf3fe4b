import type { CallContext } from '@sluice/core';
import { createWebFetchTool } from '../../../src/web/web-fetch-tool.ts';
import type { PageLoaderOptions } from '../../../src/web/page-loader.ts';
import type { WebPorts } from '../../../src/web/web-ports.ts';
import { testContext } from '../../ripgrep/context.ts';

export interface Fetching {
  /** The result, or `CODE: message` of a failure. */
  fetch(url: string, prompt?: string, more?: object): Promise<string>;
  readonly tool: ReturnType<typeof createWebFetchTool>;
}

/** WebFetch with a session that has nothing but what is given. */
export function fetching(
  ports: Partial<WebPorts>,
  options: PageLoaderOptions = {},
  context: CallContext = testContext('/'),
): Fetching {
  const tool = createWebFetchTool(
    { ask: undefined, verdictOn: () => 'open', allowPrivate: [], search: undefined, env: {}, ...ports },
    options,
  );
  return {
    tool,
    async fetch(url, prompt = '', more = {}) {
      const result = await tool.call({ url, prompt, ...more }, context);
      if ('data' in result && result.data !== undefined) return result.data.result;
      return 'failure' in result && result.failure !== undefined
        ? `${result.failure.code}: ${result.failure.message}`
        : '';
    },
  };
}
