import { isCallInquiry, type Asker, type PermissionUpdate, type SessionContext } from '@sluice/core';
import type { LoadedSettings } from '@sluice/settings';
import type { ServerAsks } from '@sluice/mcp';
import type { DispatchedEvent, EventFields, EventVerdict, FireOptions } from '@sluice/hooks';
import { startFields } from './start-fields.ts';
import type { SessionFacts } from '../options/about-session.ts';
import { withElicitationHooks } from './elicitation-events.ts';
import { changedFiles } from './changed-files.ts';
import { fileEvents } from './file-events.ts';
import type { SessionHooks } from '../hooks/session-hooks.ts';

type StopRequest = { readonly reason: string } | undefined;

/** Why a session ends: cleared, left for another one, left by the person, or anything else. */
export type SessionEndReason = Exclude<EventFields['SessionEnd']['reason'], 'logout'>;

/** Fires the events of a session when they happen. */
export interface SessionEvents {
  /** Runs Setup hooks and waits for them, before `started`. Returns a reason like `started`. */
  setUp(
    trigger: 'init' | 'maintenance',
    signal?: AbortSignal,
  ): Promise<{ readonly reason: string } | undefined>;
  /**
   * Waits for its hooks, until `signal` ends them. The facts are requested only if there are hooks. A reason:
   * a hook refused the session.
   */
  started(
    source: 'startup' | 'resume',
    signal?: AbortSignal,
    about?: () => SessionFacts | Promise<SessionFacts>,
  ): Promise<{ readonly reason: string } | undefined>;
  /** The session title from a start hook. */
  readonly title: string | undefined;
  /** A start hook asked for skills to be read again. */
  readonly wantsSkills: boolean;
  /** From now on, file changes are reported. */
  watchFiles(): Promise<void>;
  /** Stops watching files. Waits a limited time for end hooks. */
  ended(): Promise<void>;
  /** What SessionEnd hooks are told. Default: `other`. */
  willEnd(reason: SessionEndReason): void;
  /**
   * Waits for hooks of any event that are still running, up to the limit for background hooks, since their
   * effects matter as much; then ends them and notifies the user.
   */
  finish(): Promise<void>;
  /** Hooks of an event want these files watched. */
  watchPaths(event: DispatchedEvent, paths: readonly string[]): void;
  /** The configured hooks have changed. */
  hooksChanged(): Promise<void>;
  contextChanged(before: Pick<SessionContext, 'cwd'>, after: Pick<SessionContext, 'cwd'>): void;
  permissionUpdated(update: PermissionUpdate): void;
  /** Whether a settings change may take effect. A policy change always does. */
  mayChange(before: LoadedSettings, now: LoadedSettings): Promise<boolean>;
  /** Reports each question that waits for the user. */
  notifying(person: Asker): Asker;
  /** Lets hooks answer what MCP servers ask. Undefined: no one can. */
  answering(asks: ServerAsks | undefined): ServerAsks | undefined;
  /**
   * A hook of these events wants to end the loop; reported once. Waits at most 5 s for hooks of files that a
   * message changed; later answers apply at the end of the next message.
   */
  stopWanted(): Promise<StopRequest>;
}

/** Messages to anyone but the user are kept for the model. */
export function sessionEvents(
  { dispatcher, deliver }: Pick<SessionHooks, 'dispatcher' | 'deliver'>,
  env: Readonly<Record<string, string | undefined>>,
  start: string,
  tell: (text: string) => void,
): SessionEvents {
  let current = start;
  const cwd = (): string => current;
  const over = new AbortController();
  const options = () => ({ cwd: cwd(), signal: over.signal });
  const until = (signal: AbortSignal = over.signal): FireOptions => ({
    cwd: cwd(),
    signal: AbortSignal.any([over.signal, signal]),
  });
  let title: string | undefined;
  let wantsSkills = false;
  let reason: SessionEndReason = 'other';
  const give = (texts: readonly string[]): void => {
    for (const text of texts) deliver(text);
  };
  let wanted: StopRequest;
  const hear = ({ stop }: EventVerdict): void => void (wanted ??= stop);
  const running = new Map<Promise<EventVerdict>, DispatchedEvent>();
  const fire = <Event extends DispatchedEvent>(
    event: Event,
    fields: EventFields[Event],
    at: FireOptions = options(),
  ): Promise<EventVerdict> | undefined => {
    const fired = dispatcher()?.fire(event, fields, at);
    if (fired === undefined) return undefined;
    running.set(fired, event);
    void fired.finally(() => running.delete(fired));
    return fired;
  };
  const files = fileEvents({
    dispatcher,
    cwd,
    tell,
    async fire(path, change) {
      const verdict = await fire('FileChanged', { file_path: path, event: change });
      if (verdict !== undefined) hear(verdict);
    },
  });
  const changes = new Set<Promise<void>>();
  const follow = (fired: Promise<EventVerdict> | undefined): void => {
    const heard = fired?.then(hear);
    if (heard === undefined) return;
    changes.add(heard);
    void heard.finally(() => changes.delete(heard));
  };
  return {
    async setUp(trigger, signal) {
      const verdict = await dispatcher()?.fire('Setup', { trigger }, until(signal));
      give(verdict?.additionalContext ?? []);
      return verdict?.stop;
    },
    async started(source, signal, about = () => ({})) {
      const hooks = dispatcher();
      if (signal?.aborted === true || hooks?.has('SessionStart') !== true) return undefined;
      const fields = await startFields(source, about, tell);
      const verdict = await hooks.fire('SessionStart', fields, until(signal));
      give(verdict.additionalContext);
      // It starts the work if nothing else does.
      const { initialUserMessage } = verdict;
      if (initialUserMessage !== undefined) deliver(initialUserMessage, { wakes: true });
      title = verdict.sessionTitle;
      wantsSkills = verdict.reloadSkills === true;
      return verdict.stop;
    },
    get title() {
      return title;
    },
    get wantsSkills() {
      return wantsSkills;
    },
    watchFiles: files.anchor,
    willEnd(given) {
      reason = given;
    },
    async ended() {
      files.close();
      const hooks = dispatcher();
      if (hooks?.has('SessionEnd') === true) {
        const withinMs = endBound(hooks.longestTimeout('SessionEnd'), env);
        await hooks.fire('SessionEnd', { reason }, { ...options(), withinMs });
      }
    },
    async finish() {
      if (running.size > 0) await within(Promise.all(running.keys()), END_WAIT_MS);
      for (const event of new Set(running.values())) {
        tell(`A hook of ${event} was still running ${END_WAIT_MS / 1000} s after the end and was stopped.`);
      }
      over.abort();
    },
    watchPaths: files.add,
    hooksChanged: files.anchor,
    contextChanged(before, after) {
      if (before.cwd === after.cwd) return;
      current = after.cwd;
      void files.anchor();
      if (dispatcher()?.has('CwdChanged') !== true) return;
      const fields = { old_cwd: before.cwd, new_cwd: after.cwd };
      follow(fire('CwdChanged', fields, { cwd: after.cwd, signal: over.signal }));
    },
    permissionUpdated(update) {
      if (update.type !== 'addDirectories') return;
      for (const directory of update.directories) {
        follow(fire('DirectoryAdded', { directory, source: 'slash_command' }));
      }
    },
    async mayChange(before, now) {
      if (dispatcher()?.has('ConfigChange') !== true) return true;
      const changes = changedFiles(before, now);
      const asked = Promise.all(
        changes.map(async ({ source, file }) => {
          const verdict = await fire('ConfigChange', { source, file_path: file });
          give(verdict?.additionalContext ?? []);
          if (verdict !== undefined) hear(verdict);
          return { file, verdict };
        }),
      );
      if (changes.some(({ source }) => source === 'policy_settings')) return true;
      const refused = (await asked).find(({ verdict }) => verdict?.block !== undefined);
      if (refused === undefined) return true;
      const { hook, reason } = refused.verdict?.block ?? { hook: '', reason: '' };
      tell(
        `The change to ${refused.file} was rejected by the hook "${hook}": ${reason}${/[.!?]$/.test(reason) ? '' : '.'} Only its deny and ask rules take effect.`,
      );
      return false;
    },
    notifying: (person) => ({
      ...person,
      push(request, answer) {
        const fields = {
          message: isCallInquiry(request)
            ? `Permission is needed to use ${request.toolName}: ${request.summary}`
            : request.summary,
          title: 'Permission needed',
          notification_type: 'permission_prompt',
        };
        person.push(request, answer);
        void fire('Notification', fields)?.then((verdict) => {
          give(verdict.additionalContext);
          hear(verdict);
        });
      },
      remove: (requestId) => person.remove(requestId),
      update: (request) => person.update(request),
    }),
    answering: (asks) =>
      withElicitationHooks(asks, {
        has: (event) => dispatcher()?.has(event) === true,
        fire: (event, fields) =>
          fire(event, fields)?.then((verdict) => {
            give(verdict.additionalContext);
            hear(verdict);
            return verdict;
          }),
      }),
    async stopWanted() {
      if (changes.size > 0) await within(Promise.all(changes), CHANGE_MS);
      const taken = wanted;
      wanted = undefined;
      return taken;
    },
  };
}

/**
 * Milliseconds that a message waits for hooks of the files it changed, the same as commands wait for their
 * shell text.
 */
const CHANGE_MS = 5000;

/** Milliseconds that the end waits for running hooks, in parallel with background hooks. */
const END_WAIT_MS = 5000;

async function within(work: Promise<unknown>, limitMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limitMs);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

const END_MS = 1500;
const MAX_END_MS = 60_000;
const END_VARIABLES = ['SLUICE_SESSIONEND_HOOKS_TIMEOUT_MS', 'CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS'];

/** Milliseconds that a session's end waits for hooks: from one of the hooks or from the environment. */
function endBound(longest: number, env: Readonly<Record<string, string | undefined>>): number {
  const said = END_VARIABLES.map((name) => env[name]).find(
    (value) => value !== undefined && /^[1-9]\d{0,8}$/.test(value),
  );
  return Math.min(MAX_END_MS, said === undefined ? Math.max(END_MS, longest) : Number(said));
}
