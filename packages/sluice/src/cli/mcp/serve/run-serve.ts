import { join } from 'node:path';
import { errorText, shellWord } from '@sluice/base';
import { createInputValidator } from '@sluice/core';
import { createAjvValidator } from '@sluice/host';
import type { HttpOptions, RelayAsker, RunningServer, ServeOptions } from '@sluice/mcp/server';
import {
  mcpServeSecrets,
  openLocalRuntime,
  type LocalRuntime,
  type LocalRuntimeOptions,
} from '@sluice/session';
import { followStopping } from '../../stop/follow-stopping.ts';
import { createStop, SIGNAL_STATUS, type Stop } from '../../stop/stop.ts';
import { watchSignals } from '../../stop/watch-signals.ts';
import { startDirectory } from '../../start-directory.ts';
import { unknownTool } from '../../unknown-tool.ts';
import { WRONG_USAGE } from '../../usage-error.ts';
import { placeOf } from '../../settings-place.ts';
import { findOwnServers } from '../find-own-servers.ts';
import { enterGateway } from './enter-gateway.ts';
import { isNeverServed, openToolHost } from './open-tool-host.ts';
import { sayAs } from '../../say.ts';
import { readSecret } from './secret-file.ts';
import { selfServers } from './self-servers.ts';
import type { ServeCommandOptions } from './serve-options.ts';
import { telemetryOf } from '../../telemetry.ts';

/** On standard error: standard output is reserved for the protocol. */
const say = sayAs('sluice mcp serve');

const FAILED = 1;
const TOKEN_FILE = 'token';

type Started =
  | { readonly ok: true; readonly server: RunningServer; readonly url: string | undefined }
  | { readonly ok: false; readonly message: string };

/** Serves until the client disconnects or a signal arrives; returns the exit code. */
export async function runServe(options: ServeCommandOptions, version: string): Promise<number> {
  const start = startDirectory(options.cwd);
  if (!start.ok) {
    say(start.message);
    return WRONG_USAGE;
  }
  if (options.withServers && !enterGateway(start.directory, process.env)) {
    say(
      `--with-servers: the servers of ${start.directory} lead back to this program; remove it from their configuration`,
    );
    return WRONG_USAGE;
  }
  const selves = options.withServers ? ownServers(start.directory, options) : [];
  const relay = options.withServers ? (await import('@sluice/mcp/server')).createRelayAsker() : undefined;
  const stop = createStop();
  const unwatch = watchSignals(stop, say);
  const row = followStopping(stop, { say, command: 'sluice mcp serve' });
  try {
    const opened = await openLocalRuntime({
      ...runtimeOptions(options, start.directory, version, relay, selves),
      signal: stop.signal,
      onProcesses: row.follow,
      telemetry: telemetryOf(process.env, say, version),
    });
    if (!opened.ok) {
      if (stop.cause?.kind === 'signal') return SIGNAL_STATUS[stop.cause.signal];
      const { code, message } = opened.error;
      for (const text of message.split('\n')) say(text);
      return code === 'not-empty' || code === 'bad-settings' ? WRONG_USAGE : FAILED;
    }
    const { runtime } = opened;
    try {
      // Tools of servers may be added later.
      const unknown = options.withServers
        ? undefined
        : options.tools?.find((name) => runtime.pool.find(name) === undefined);
      if (unknown !== undefined) {
        say(`--tools: ${unknownTool(unknown, runtime.pool)}`);
        return WRONG_USAGE;
      }
      const unserved = options.tools?.find((name) => {
        const tool = runtime.pool.find(name);
        return tool !== undefined && isNeverServed(tool);
      });
      if (unserved !== undefined) {
        say(`--tools: ${unserved} works only in an agent's own session. MCP clients can't use it; remove it`);
        return WRONG_USAGE;
      }
      return await serve(runtime, options, version, stop, relay);
    } finally {
      await runtime.dispose();
    }
  } finally {
    row.close();
    unwatch();
  }
}

async function serve(
  runtime: LocalRuntime,
  { tools, http }: ServeCommandOptions,
  version: string,
  stop: Stop,
  relay: RelayAsker | undefined,
): Promise<number> {
  for (const notice of runtime.notices) say(notice);
  const secrets = mcpServeSecrets(process.env);
  const served: ServeOptions = {
    host: openToolHost(runtime, tools),
    validator: createInputValidator(createAjvValidator()),
    stateKey: readSecret(secrets, 'state-key'),
    identity: { name: 'sluice', version, instructions: undefined },
    onProblem: say,
    extend: (_server, serving) => relay?.connect(serving),
  };
  const token = http === undefined ? undefined : readSecret(secrets, TOKEN_FILE).toString('base64url');
  const started = await start(served, http === undefined ? undefined : { ...http, token });
  if (!started.ok) {
    say(started.message);
    return FAILED;
  }
  await using server = started.server;
  if (started.url !== undefined)
    say(`listening at ${started.url}; clients send the bearer token of ${join(secrets, TOKEN_FILE)}`);
  const stopped = new Promise<void>((resolve) => stop.onStop(() => resolve()));
  await Promise.race([server.ended, stopped]);
  return stop.cause?.kind === 'signal' ? SIGNAL_STATUS[stop.cause.signal] : 0;
}

/** The protocol's packages are loaded once the session is open. */
async function start(options: ServeOptions, http: HttpOptions | undefined): Promise<Started> {
  const { serveHttp, serveStdio } = await import('@sluice/mcp/server');
  if (http === undefined) return { ok: true, server: serveStdio(options), url: undefined };
  try {
    const server = await serveHttp(options, http);
    return { ok: true, server, url: server.url };
  } catch (error) {
    const why = errorText(error);
    return { ok: false, message: `cannot listen at ${http.host}:${http.port}: ${why}` };
  }
}

/** Names of configured servers that are this gateway, which is said. */
function ownServers(directory: string, { http }: ServeCommandOptions): readonly string[] {
  const placed = placeOf(directory);
  if (!placed.ok) return [];
  const { servers } = findOwnServers(placed.place, { configs: [], isStrict: false }, undefined);
  const selves = selfServers(servers, { directory, http });
  for (const name of selves)
    say(
      `The MCP server ${JSON.stringify(name)} is this gateway, and is not started. Remove it: sluice mcp remove ${shellWord(name)}`,
    );
  return selves;
}

function runtimeOptions(
  options: ServeCommandOptions,
  cwd: string,
  version: string,
  relay: RelayAsker | undefined,
  selves: readonly string[],
): LocalRuntimeOptions {
  const { permissionMode, maxConcurrency, scheduling, start, cascade, sessionDirectory, settings } = options;
  return {
    cwd,
    settings,
    permissionMode,
    maxConcurrency,
    scheduling,
    start,
    cascade,
    sessionDirectory,
    mcp: relay && { version, asks: { asker: relay, kinds: ['form', 'url'] }, onMissing: say, except: selves },
    onUnkept: say,
    remedy:
      'To allow it, add the rule to permissions.allow in a settings file, or start the server with: sluice mcp serve --allow RULE.',
  };
}
