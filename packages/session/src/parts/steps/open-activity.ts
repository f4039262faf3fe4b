import { createAnnouncements } from '@sluice/core';
import type { McpServers } from '@sluice/mcp';
import { createProcessSession } from '@sluice/process';
import { openTasks } from '@sluice/tools';
import { taskRecords } from '../../directory/hold-records.ts';
import { HookedEvents } from '../../events/hooked-events.ts';
import { HookModels } from '../../hooks/hook-models.ts';
import { createSessionHooks } from '../../hooks/session-hooks.ts';
import { mcpToolRunner } from '../open-mcp.ts';
import type { SessionParts } from '../session-parts.ts';
import type { Confinement } from './open-confinement.ts';
import type { OpenedStore } from './open-store.ts';
import type { Opening } from './step.ts';

export interface OpenedActivity extends Pick<
  SessionParts,
  'processes' | 'announcements' | 'hookModels' | 'hooks' | 'tasks' | 'events'
> {
  readonly taskNotices: readonly string[];
}

/** What runs beside the calls of a session: processes, hooks, background tasks and the session's own events. */
export async function openActivity(
  { options, stack, end, catalog, tell }: Opening,
  { cwd, telemetry, permission, session }: OpenedStore,
  { env, program, configured }: Confinement,
  mcp: () => McpServers | undefined,
): Promise<OpenedActivity> {
  const processes = createProcessSession(program === undefined ? {} : { sandboxProgram: program });
  options.onProcesses?.(processes.stopping);
  const announcements = createAnnouncements();
  if (telemetry !== undefined)
    announcements.listen((event, time) => telemetry.announced(event, time), 'beside');
  const hookModels = options.agents === undefined ? undefined : new HookModels();
  const hooks = createSessionHooks({
    permission,
    catalog,
    processes,
    session,
    sessionId: options.sessionId,
    transcriptPath: options.transcripts?.main,
    env,
    own: options.hooks,
    runners: {
      // Servers may join the session later.
      get mcpTool() {
        const hasServers = configured.servers.length > 0 || mcp() !== undefined;
        return hasServers ? mcpToolRunner(mcp) : undefined;
      },
      prompt: hookModels?.prompt,
      agent: hookModels?.agent,
      ...options.hookRunners,
    },
    tell,
    announcements,
    isOff: options.namedHooks === false,
  });
  stack.defer(() => hooks.close());
  stack.defer(() => processes.dispose());

  const { registry: tasks, notices: taskNotices } = await openTasks({
    onProblem: tell,
    recordsPath: session.journal === undefined ? undefined : taskRecords(cwd, session),
  });
  const silent = { dispatcher: () => undefined, deliver: hooks.deliver };
  const events = new HookedEvents(options.isOnlyPlanned === true ? silent : hooks, env, cwd, tell);
  hooks.onWatchPaths((event, paths) => events.watchPaths(event, paths));
  stack.defer(async () => {
    const [endedTasks] = await Promise.all([tasks.dispose(), hooks.finish(), events.finish()]);
    end.endedTasks = endedTasks;
    end.allTasks = tasks.list();
  });
  return { processes, announcements, hookModels, hooks, tasks, events, taskNotices };
}
