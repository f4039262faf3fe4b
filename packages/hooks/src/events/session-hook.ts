import type { Hook, JsonObject, PermissionMode } from '@sluice/core';
import type { BlockingEvent, FieldsOf, FiredEvent, OwnFieldOf } from './hook-events.ts';

/** Events of a session that functions may hear of: all that something fires and the engine has no functions for. */
export type SessionHookEvent = Exclude<FiredEvent, Hook['event']>;

/** What a command would read on its standard input. */
export type SessionHookInput<Event extends SessionHookEvent> = {
  readonly session_id: string;
  /** Absolute; there may be nothing. */
  readonly transcript_path: string;
  /** Absolute: the current directory. */
  readonly cwd: string;
  readonly permission_mode: PermissionMode;
  readonly hook_event_name: Event;
} & FieldsOf<Event>;

interface OwnValues {
  /** For the model. */
  readonly additionalContext: string;
  /** Absolute paths of files whose changes are told to hooks of FileChanged; a new list takes the place of the event's last one. */
  readonly watchPaths: readonly string[];
  readonly sessionTitle: string;
  readonly initialUserMessage: string;
  readonly reloadSkills: boolean;
  readonly suppressOriginalPrompt: boolean;
  /** In the person's stead. */
  readonly decision:
    | {
        readonly behavior: 'allow';
        readonly updatedInput?: JsonObject;
        readonly updatedPermissions?: readonly JsonObject[];
      }
    | { readonly behavior: 'deny'; readonly message?: string; readonly interrupt?: boolean };
}

/** Every field may be left out; to return nothing changes nothing. */
export type SessionHookAnswer<Event extends SessionHookEvent> = {
  /** The loop is to end; at the start, that there be no session. */
  readonly stop?: { readonly reason: string };
  /** For the person, a sentence each. */
  readonly notices?: readonly string[];
} & (Event extends BlockingEvent
  ? {
      /** What is about to happen is forbidden; at Stop, the work goes on, and the reason goes to the model. */
      readonly block?: { readonly reason: string };
    }
  : unknown) & { readonly [Field in OwnFieldOf<Event> & keyof OwnValues]?: OwnValues[Field] };

export interface SessionHookOf<Event extends SessionHookEvent> {
  readonly event: Event;
  /** Shown when it blocks, fails or is at work. */
  readonly name: string;
  /** As in settings: what of the event it hears of. Default: all. For FileChanged the names of files to watch: `.envrc|.env`. */
  readonly matcher?: string;
  /** Shown while it runs. */
  readonly statusMessage?: string;
  /** Milliseconds; its signal is aborted then. Default: as for a command at this event. */
  readonly timeoutMs?: number;
  /** `block`: where the event may forbid something, a throw does. Default: the person is told, and nothing is decided. */
  readonly onFailure?: 'continue' | 'block';
  /** `deny`: so does a time-out. Default: only at UserPromptSubmit, for nobody knows what it would have forbidden. */
  readonly onTimeout?: 'continue' | 'deny';
  /** Awaited, beside other hooks of the event. A throw decides nothing but as `onFailure` says. */
  run(
    input: SessionHookInput<Event>,
    context: { readonly signal: AbortSignal },
  ): SessionHookAnswer<Event> | undefined | void | Promise<SessionHookAnswer<Event> | undefined | void>;
}

/** A hook as a function of the program that uses the library. */
export type SessionHook = { [Event in SessionHookEvent]: SessionHookOf<Event> }[SessionHookEvent];
