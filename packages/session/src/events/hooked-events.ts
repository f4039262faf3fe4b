import { isCallInquiry, type Asker, type PermissionUpdate, type SessionContext } from '@sluice/core';
import type { DispatchedEvent } from '@sluice/hooks';
import type { ServerAsks } from '@sluice/mcp';
import type { LoadedSettings } from '@sluice/settings';
import type { SessionHooks } from '../hooks/session-hooks.ts';
import type { SessionFacts } from '../options/about-session.ts';
import { changedSettingsFiles } from './changed-settings-files.ts';
import { withElicitationHooks } from './elicitation-events.ts';
import { endBound } from './end-bound.ts';
import { EventHooks, type StopRequest } from './event-hooks.ts';
import { fileEvents, type FileEvents } from './file-events.ts';
import type { SessionEndReason, SessionEvents } from './session-events.ts';
import { startFields } from './start-fields.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Fires the events of a session for its hooks. Messages to anyone but the user are kept for the model. */
export class HookedEvents implements SessionEvents {
  readonly #hooks: EventHooks;
  readonly #env: Environment;
  readonly #tell: (text: string) => void;
  readonly #files: FileEvents;
  #title: string | undefined;
  #wantsSkills = false;
  #endReason: SessionEndReason = 'other';

  /**
   * @param start the directory that the session begins in
   * @param tell takes a sentence for the user. Must not throw
   */
  constructor(
    session: Pick<SessionHooks, 'dispatcher' | 'deliver'>,
    env: Environment,
    start: string,
    tell: (text: string) => void,
  ) {
    const hooks = new EventHooks(session, start);
    this.#hooks = hooks;
    this.#env = env;
    this.#tell = tell;
    this.#files = fileEvents({
      dispatcher: () => hooks.dispatcher,
      cwd: () => hooks.cwd,
      tell,
      async fire(path, change) {
        const verdict = await hooks.fire('FileChanged', { file_path: path, event: change });
        if (verdict !== undefined) hooks.hear(verdict);
      },
    });
  }

  get title(): string | undefined {
    return this.#title;
  }

  get wantsSkills(): boolean {
    return this.#wantsSkills;
  }

  async setUp(trigger: 'init' | 'maintenance', signal?: AbortSignal): Promise<StopRequest> {
    const { dispatcher } = this.#hooks;
    const verdict = await dispatcher?.fire('Setup', { trigger }, this.#hooks.options(signal));
    this.#hooks.give(verdict?.additionalContext ?? []);
    return verdict?.stop;
  }

  async started(
    source: 'startup' | 'resume',
    signal?: AbortSignal,
    about: () => SessionFacts | Promise<SessionFacts> = () => ({}),
  ): Promise<StopRequest> {
    const { dispatcher } = this.#hooks;
    if (signal?.aborted === true || dispatcher?.has('SessionStart') !== true) return undefined;
    const fields = await startFields(source, about, this.#tell);
    const verdict = await dispatcher.fire('SessionStart', fields, this.#hooks.options(signal));
    this.#hooks.give(verdict.additionalContext);
    const { initialUserMessage } = verdict;
    if (initialUserMessage !== undefined) this.#hooks.wake(initialUserMessage);
    this.#title = verdict.sessionTitle;
    this.#wantsSkills = verdict.reloadSkills === true;
    return verdict.stop;
  }

  watchFiles(): Promise<void> {
    return this.#files.anchor();
  }

  willEnd(reason: SessionEndReason): void {
    this.#endReason = reason;
  }

  async ended(): Promise<void> {
    this.#files.close();
    const { dispatcher } = this.#hooks;
    if (dispatcher?.has('SessionEnd') !== true) return;
    const withinMs = endBound(dispatcher.longestTimeout('SessionEnd'), this.#env);
    const options = { ...this.#hooks.options(), withinMs };
    await dispatcher.fire('SessionEnd', { reason: this.#endReason }, options);
  }

  finish(): Promise<void> {
    return this.#hooks.finish(this.#tell);
  }

  watchPaths(event: DispatchedEvent, paths: readonly string[]): void {
    this.#files.add(event, paths);
  }

  hooksChanged(): Promise<void> {
    return this.#files.anchor();
  }

  contextChanged(before: Pick<SessionContext, 'cwd'>, after: Pick<SessionContext, 'cwd'>): void {
    if (before.cwd === after.cwd) return;
    this.#hooks.cwd = after.cwd;
    void this.#files.anchor();
    if (!this.#hooks.has('CwdChanged')) return;
    this.#hooks.fireAlongside('CwdChanged', { old_cwd: before.cwd, new_cwd: after.cwd });
  }

  permissionUpdated(update: PermissionUpdate): void {
    if (update.type !== 'addDirectories') return;
    for (const directory of update.directories) {
      this.#hooks.fireAlongside('DirectoryAdded', { directory, source: 'slash_command' });
    }
  }

  async mayChange(before: LoadedSettings, now: LoadedSettings): Promise<boolean> {
    if (!this.#hooks.has('ConfigChange')) return true;
    const changes = changedSettingsFiles(before, now);
    const asked = Promise.all(
      changes.map(async ({ source, file }) => {
        const verdict = await this.#hooks.fireAndTake('ConfigChange', { source, file_path: file });
        return { file, block: verdict?.block };
      }),
    );
    if (changes.some(({ source }) => source === 'policy_settings')) return true;
    for (const { file, block } of await asked) {
      if (block === undefined) continue;
      const reason = /[.!?]$/.test(block.reason) ? block.reason : `${block.reason}.`;
      this.#tell(
        `The change to ${file} was rejected by the hook "${block.hook}": ${reason} Only its deny and ask rules take effect.`,
      );
      return false;
    }
    return true;
  }

  notifying(person: Asker): Asker {
    return {
      ...person,
      push: (request, answer) => {
        const fields = {
          message: isCallInquiry(request)
            ? `Permission is needed to use ${request.toolName}: ${request.summary}`
            : request.summary,
          title: 'Permission needed',
          notification_type: 'permission_prompt',
        };
        person.push(request, answer);
        void this.#hooks.fireAndTake('Notification', fields);
      },
      remove: (requestId) => person.remove(requestId),
      update: (request) => person.update(request),
    };
  }

  answering(asks: ServerAsks | undefined): ServerAsks | undefined {
    return withElicitationHooks(asks, {
      has: (event) => this.#hooks.has(event),
      fire: (event, fields) => this.#hooks.fireAndTake(event, fields),
    });
  }

  stopWanted(): StopRequest | Promise<StopRequest> {
    return this.#hooks.takeStop();
  }
}
