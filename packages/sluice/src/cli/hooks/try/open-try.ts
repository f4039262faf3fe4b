import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { assemblePool, loadTools, type ToolPool } from '@sluice/core';
import { createNodeFiles } from '@sluice/host';
import { createProcessSession } from '@sluice/process';
import { commandEnvironment, type LoadedSettings } from '@sluice/settings';
import { commandHooks, createEnvironmentFiles, type CommandHooks, type HookReport } from '@sluice/hooks';
import { inspectedTools, NO_PLAN, NO_WEB } from '../../inspected-tools.ts';
import { builtInTools, createTaskRegistry } from '@sluice/tools';
import {
  hookRuleMatcher,
  leavePrivatePlace,
  loadCommandLanguage,
  makePrivateDirectory,
  openPermission,
  temporaryName,
} from '@sluice/session';
import type { PermissionOptions } from '../../permission/permission-options.ts';

/** The hooks that a session in this directory would have, and what they do and output. */
export interface OpenedTry {
  readonly pool: ToolPool;
  readonly loaded: LoadedSettings;
  readonly named: CommandHooks;
  /** In the order in which they ended. */
  readonly reports: readonly HookReport[];
  /** Messages for the user, and for the model with the next message. */
  readonly told: readonly string[];
  readonly delivered: readonly string[];
  /** Shell text that hooks left for the session's commands. */
  leftForCommands(): Promise<string>;
  tell(text: string): void;
  /** Waits for background hooks, and ends what they left behind. */
  close(): Promise<void>;
}

type TryResult =
  | { readonly ok: true; readonly opened: OpenedTry }
  | { readonly ok: false; readonly problems: readonly string[] };

/** @param cwd absolute and real */
export async function openTry(cwd: string, options: PermissionOptions): Promise<TryResult> {
  const found = await openPermission({
    cwd,
    env: process.env,
    mode: options.permissionMode,
    settings: options.settings,
    remedy: '',
    files: createNodeFiles(),
    knownTools: () => pool.tools.map(({ name }) => name),
  });
  if (!found.ok) return found;
  const { permission } = found;
  const { loaded, state, policy } = permission;
  const { env } = commandEnvironment(loaded, process.env);
  const processes = createProcessSession();
  const tasks = createTaskRegistry();
  const pool: ToolPool = assemblePool({
    builtIn: [
      ...builtInTools({
        processes,
        tasks,
        workspace: cwd,
        env,
        search: { pool: () => pool },
        plan: NO_PLAN,
        web: NO_WEB,
      }),
      ...inspectedTools(),
    ],
  });
  await Promise.all([loadTools(pool.tools), loadCommandLanguage()]);
  const reports: HookReport[] = [];
  const told: string[] = [];
  const delivered: string[] = [];
  const background: Promise<void>[] = [];
  const tell = (text: string): void => void told.push(text);
  const directory = makePrivateDirectory(tmpdir(), temporaryName('hook-try'));
  const environmentFiles = createEnvironmentFiles(directory, tell);
  const named = commandHooks(loaded, {
    processes,
    env,
    sessionId: () => 'made-up-session',
    transcriptPath: () => '/dev/null',
    permissionMode: () => state.current().mode,
    knownTools: pool.tools.map(({ name }) => name),
    ruleMatcher: (rule) => hookRuleMatcher(rule, { policy, loaded }, () => pool.tools),
    keepText: async () => undefined,
    tell,
    deliver: (text) => void delivered.push(text),
    environmentFiles,
    onBackground: (work) => void background.push(work),
    onRun: (report) => void reports.push(report),
  });
  const close = async (): Promise<void> => {
    await Promise.all(background);
    await processes.dispose();
    environmentFiles.remove();
    leavePrivatePlace(directory);
  };
  const leftForCommands = async (): Promise<string> => {
    await Promise.all(background);
    const paths = await environmentFiles.current(new AbortController().signal);
    return paths.map((path) => readFileSync(path, 'utf8')).join('');
  };
  return {
    ok: true,
    opened: { pool, loaded, named, reports, told, delivered, leftForCommands, tell, close },
  };
}
