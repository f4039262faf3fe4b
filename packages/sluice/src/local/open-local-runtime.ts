import { createAnnouncements, createRuntime } from '@sluice/core';
import { createNodeFiles } from '@sluice/host';
import { createProcessSession } from '@sluice/process';
import { commandEnvironment, type LoadedSettings } from '@sluice/settings';
import { openTasks } from '@sluice/tools';
import { holdRecords, taskRecords } from './hold-records.ts';
import { keptDays } from './kept-days.ts';
import { keepSessionPermission } from './keep-session-permission.ts';
import { DEFAULT_REMEDY, localOptions, type LocalRuntimeOptions } from './local-options.ts';
import { localRuntime, type LocalRuntime } from './local-runtime.ts';
import { nodeProblem } from './node-problem.ts';
import { openHooks, type OpenedHooks } from './open-hooks.ts';
import { openPermission } from './open-permission.ts';
import { openSandbox } from './open-sandbox.ts';
import { openSession } from './open-session.ts';
import { openTools } from './open-tools.ts';
import { wrongOptions } from './options/check-options.ts';
import { makeKeptPlaces } from './private-place.ts';
import { realDirectory } from './real-directory.ts';
import { sealedPaths } from './sealed-paths.ts';
import type { SessionError } from './session-error.ts';
import { sessionEvents } from './session-events.ts';
import { undoLimits } from './undo-limits.ts';
import { withEvents } from './with-events.ts';

export type OpenedRuntime =
  | { readonly ok: true; readonly runtime: LocalRuntime }
  | { readonly ok: false; readonly error: SessionError };

const INTERRUPTED: SessionError = {
  code: 'interrupted',
  message: 'The session was told to end before it had begun.',
};

/**
 * Opens a session and wires the engine to this machine: its files, processes and the built-in tools.
 * @throws TypeError, or RangeError, when an option is none, or is something that it can't be; it names the option.
 */
export async function openLocalRuntime(options: LocalRuntimeOptions): Promise<OpenedRuntime> {
  const tooOld = nodeProblem();
  if (tooOld !== undefined) return { ok: false, error: { code: 'node-too-old', message: tooOld } };
  const wrong = wrongOptions(options);
  if (wrong !== undefined) throw wrong;
  const cwd = realDirectory(options.cwd);
  if (cwd === undefined) {
    return { ok: false, error: { code: 'cwd-missing', message: `${options.cwd} is not a directory.` } };
  }
  let loaded: LoadedSettings | undefined;
  const preImageLimits = () => (loaded === undefined ? undefined : undoLimits(loaded));
  const opened = await openSession({
    ...options,
    cwd,
    preImageLimits,
    keptDays: () => (loaded === undefined ? undefined : keptDays(loaded)),
  });
  if (!opened.ok) return opened;
  const { session } = opened;
  const unheld = holdRecords(cwd, session);
  if (unheld !== undefined) {
    session.close();
    return { ok: false, error: { code: 'unwritable', message: unheld } };
  }
  try {
    const files = createNodeFiles();
    const { permissionMode: mode, settings = { sources: [] }, remedy = DEFAULT_REMEDY } = options;
    const found = await openPermission({
      cwd,
      env: process.env,
      mode,
      settings,
      remedy,
      files,
      knownTools: () => names,
    });
    if (!found.ok) {
      session.close();
      return { ok: false, error: { code: 'bad-settings', message: found.problems.join('\n') } };
    }
    const { permission } = found;
    loaded = permission.loaded;
    const { env, notices: unused, placed } = commandEnvironment(permission.loaded, process.env);
    const { policy: sandbox, secrets, program, notices: ofSandbox } = await openSandbox(loaded, env);
    if (sandbox.isEnabled) makeKeptPlaces();
    const processes = createProcessSession(program === undefined ? {} : { sandboxProgram: program });
    const sealed = sealedPaths(cwd, session.directory, sandbox.authorityKeys);
    // A model that is shown a preview and the path of the whole must be able to read it.
    permission.state.update({
      directories: [
        ...permission.state.current().directories,
        { path: session.resultsDirectory, source: 'session' },
      ],
      sealed,
    });
    const onUnkept = options.onUnkept ?? (() => {});
    const resumed = keepSessionPermission({
      session,
      state: permission.state,
      settingsMode: permission.settingsMode,
      isModeGiven: mode !== undefined,
      onUnkept,
    });
    const left = await openTasks({
      onProblem: onUnkept,
      ...(session.journal !== undefined && { recordsPath: taskRecords(cwd, session) }),
    });
    const { registry: tasks } = left;
    const place = { ...session, cwd, files, permission, onUnkept, tasks };
    const ofVariables: string[] = [];
    const ofCommands = { env, secrets, sandbox, sealed };
    const wish = { cwd, session, permission, processes, tasks, ...ofCommands, named: () => named };
    const builtIn = openTools(options, {
      ...wish,
      onVariable: (variable, text) => ofVariables.push(placed(variable, text)),
    });
    const runtimeOptions = localOptions(options, place, builtIn);
    const announcements = createAnnouncements();
    const named: OpenedHooks = await openHooks({
      permission,
      tools: runtimeOptions.tools,
      processes,
      session,
      sessionId: options.sessionId,
      env,
      own: options.hooks,
      runners: options.hookRunners,
      tell: onUnkept,
      announcements,
      onWatchPaths: (event, paths) => events.watchPaths(event, paths),
      isOff: options.namedHooks === false,
    });
    let current = cwd;
    const silent = { dispatcher: () => undefined, deliver: named.deliver };
    const fired = options.isOnlyPlanned === true ? silent : named;
    const events = sessionEvents(fired, env, () => current, onUnkept);
    const { setup, signal } = options;
    const unready = setup === undefined ? undefined : await events.setUp(setup, signal);
    const source = session.resume === undefined ? 'startup' : 'resume';
    const about = () => options.aboutSession?.(permission.loaded) ?? {};
    const refused = unready ?? (await events.started(source, signal, about));
    const isInterrupted = signal?.aborted === true;
    if (refused !== undefined || isInterrupted) {
      if (isInterrupted) await events.ended();
      await Promise.all([tasks.dispose(), named.finish()]);
      await processes.dispose();
      await named.close();
      session.close();
      if (refused === undefined) return { ok: false, error: INTERRUPTED };
      const message = `A hook wants no session to begin: ${refused.reason}`;
      return { ok: false, error: { code: 'stopped-by-hook', message } };
    }
    const runtime = createRuntime(
      withEvents(
        { ...runtimeOptions, announcements },
        named,
        events,
        (now) => (current = now),
        options.attachesTexts,
      ),
    );
    await events.watchFiles();
    const names = runtime.pool.tools.map(({ name }) => name);
    const notices = [...resumed, ...unused, ...ofVariables, ...ofSandbox, ...named.notices, ...left.notices];
    const parts = {
      session,
      permission,
      processes,
      tasks,
      named,
      events,
      announcements,
      env,
      tell: onUnkept,
    };
    return { ok: true, runtime: localRuntime({ runtime, ...parts }, notices) };
  } catch (error) {
    session.close();
    throw error;
  }
}
