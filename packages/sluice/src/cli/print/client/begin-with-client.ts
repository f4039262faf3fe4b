import { getOwn, isJsonObject, type JsonValue } from '@sluice/core';
import { isGiven } from '../control/initialize-problem.ts';
import type { PrintOptions } from '../print-options.ts';
import { parseClientSetup, withClientSetup } from './client-setup.ts';
import type { FirstRequest } from './late-control.ts';
import { withoutClientServers } from './without-client-servers.ts';

export type Begun =
  | {
      readonly ok: true;
      readonly options: PrintOptions;
      /** Of the `initialize` that the session begins with. */
      readonly requestId: string | undefined;
      /** That request. */
      readonly request: object | undefined;
      /** MCP servers in the client. */
      readonly serverNames: readonly string[];
      /** Policies of their tools, by server. */
      readonly serverTools: ReadonlyMap<string, JsonValue>;
      /** The client wants to be asked by hooks. */
      readonly bringsHooks: boolean;
    }
  | { readonly ok: false; readonly requestId: string; readonly message: string };

/** What a session begins with: the command line, and the client's `initialize` if it sent one. */
export async function beginWithClient(
  options: PrintOptions,
  first: FirstRequest | undefined,
): Promise<Begun> {
  const { configs, names, tools } = withoutClientServers(options.mcp.configs);
  const own = { ...options, mcp: { ...options.mcp, configs } };
  if (first === undefined)
    return {
      ok: true,
      options: own,
      requestId: undefined,
      request: undefined,
      serverNames: names,
      serverTools: tools,
      bringsHooks: false,
    };
  const { requestId, request } = first;
  const parsed = parseClientSetup(request);
  if (!parsed.ok) return { ok: false, requestId, message: parsed.message };
  const { setup } = parsed;
  const without = options.settings.isSafe === true ? '--safe-mode' : options.isBare ? '--bare' : undefined;
  if (setup.hooks !== undefined && without !== undefined) {
    const message = `initialize sets hooks, but ${without} turns off all hooks. Nothing was run.`;
    return { ok: false, requestId, message };
  }
  const problem = await hooksProblem(getOwn(request, 'hooks'));
  if (problem !== undefined) return { ok: false, requestId, message: problem };
  return {
    ok: true,
    options: withClientSetup(own, setup),
    requestId,
    request,
    serverNames: [...new Set([...names, ...setup.serverNames])],
    serverTools: new Map([...tools, ...setup.serverTools]),
    bringsHooks: setup.hooks !== undefined,
  };
}

/** A hook that can't run guards nothing, and a program reads no warning on standard error. */
async function hooksProblem(hooks: unknown): Promise<string | undefined> {
  if (!isGiven(hooks) || !isJsonObject(hooks)) return undefined;
  const { unusableHook } = await import('@sluice/hooks');
  for (const [event, groups] of Object.entries(hooks))
    for (const group of Array.isArray(groups) ? groups : []) {
      const matcher = isJsonObject(group) ? getOwn(group, 'matcher') : undefined;
      const problem = unusableHook(event, typeof matcher === 'string' ? matcher : undefined);
      if (problem !== undefined) return `initialize: hooks: ${problem} Nothing was run.`;
    }
  return undefined;
}
