import type { Asker, PermissionUpdate, SessionContext } from '@sluice/core';
import type { LoadedSettings } from '@sluice/settings';
import type { ServerAsks } from '@sluice/mcp';
import type { DispatchedEvent, EventFields } from '@sluice/hooks';
import type { SessionFacts } from '../options/about-session.ts';

import type { StopRequest } from './event-hooks.ts';

/** Why a session ends: cleared, left for another one, left by the person, or anything else. */
export type SessionEndReason = Exclude<EventFields['SessionEnd']['reason'], 'logout'>;

/** Fires the events of a session when they happen. */
export interface SessionEvents {
  /** Runs Setup hooks and waits for them, before `started`. Returns a reason like `started`. */
  setUp(trigger: 'init' | 'maintenance', signal?: AbortSignal): Promise<StopRequest>;
  /**
   * Waits for its hooks, until `signal` ends them. The facts are requested only if there are hooks. A reason:
   * a hook refused the session.
   */
  started(
    source: 'startup' | 'resume',
    signal?: AbortSignal,
    about?: () => SessionFacts | Promise<SessionFacts>,
  ): Promise<StopRequest>;
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
  stopWanted(): StopRequest | Promise<StopRequest>;
}
