import type { Hook, JsonObject, PermissionMode } from '@sluice/core';
import type { BlockingEvent, FieldsOf, FiredEvent, OwnFieldOf } from './event-lookup.ts';

/** Session events that functions can receive: all that are fired and that the engine has no functions for. */
export type SessionHookEvent = Exclude<FiredEvent, Hook['event']>;

/** The same input that a command reads on its standard input. */
export type SessionHookInput<Event extends SessionHookEvent> = {
  readonly session_id: string;
  /** Absolute; the file may not exist. */
  readonly transcript_path: string;
  /** Absolute: the current directory. */
  readonly cwd: string;
  readonly permission_mode: PermissionMode;
  readonly hook_event_name: Event;
  /** Of the user's last prompt; absent before the first one. */
  readonly prompt_id?: string;
} & FieldsOf<Event>;

interface OwnValues {
  /** For the model. */
  readonly additionalContext: string;
  /** Absolute paths of files whose changes are reported to FileChanged hooks; a new list replaces the event's last one. */
  readonly watchPaths: readonly string[];
  readonly sessionTitle: string;
  readonly initialUserMessage: string;
  readonly reloadSkills: boolean;
  readonly suppressOriginalPrompt: boolean;
  /** In the user's place, as an MCP server gets it. */
  readonly action: 'accept' | 'decline' | 'cancel';
  /** With `accept`: the fields of the form. */
  readonly content: JsonObject;
  /** On the user's behalf. */
  readonly decision:
    | {
        readonly behavior: 'allow';
        readonly updatedInput?: JsonObject;
        readonly updatedPermissions?: readonly JsonObject[];
      }
    | { readonly behavior: 'deny'; readonly message?: string; readonly interrupt?: boolean };
}

/** Every field is optional; returning nothing changes nothing. */
export type SessionHookAnswer<Event extends SessionHookEvent> = {
  /** End the loop; at the start, don't open the session. */
  readonly stop?: { readonly reason: string };
  /** For the user, one sentence each. */
  readonly notices?: readonly string[];
} & (Event extends BlockingEvent
  ? {
      /** Blocks what is about to happen; at Stop, the work goes on, and the reason goes to the model. */
      readonly block?: { readonly reason: string };
    }
  : unknown) &
  (Event extends 'PreModelSwitch' | 'PreSkillShellCommand'
    ? {
        readonly decision?: 'allow' | 'ask' | 'deny';
        readonly reason?: string;
      }
    : unknown) & { readonly [Field in OwnFieldOf<Event> & keyof OwnValues]?: OwnValues[Field] };

export interface SessionHookOf<Event extends SessionHookEvent> {
  readonly event: Event;
  /** Shown when it blocks, fails or is running. */
  readonly name: string;
  /** As in settings: which values of the event to receive. Default: all. For FileChanged, the names of files to watch: `.envrc|.env`. */
  readonly matcher?: string;
  /** Shown while it runs. */
  readonly statusMessage?: string;
  /** Milliseconds, after which its signal is aborted. Default: as for a command at this event. */
  readonly timeoutMs?: number;
  /** `block`: if the event can be blocked, a throw blocks it. Default: report it to the user and decide nothing. */
  readonly onFailure?: 'continue' | 'block';
  /** `deny`: a timeout does the same. By default, only at UserPromptSubmit, because there is no way to know what it would have denied. */
  readonly onTimeout?: 'continue' | 'deny';
  /** Awaited, in parallel with other hooks of the event. A throw decides nothing except as `onFailure` says. */
  run(
    input: SessionHookInput<Event>,
    context: { readonly signal: AbortSignal },
  ): SessionHookAnswer<Event> | undefined | void | Promise<SessionHookAnswer<Event> | undefined | void>;
}

/** A hook as a function of the program that uses the library. */
export type SessionHook = { [Event in SessionHookEvent]: SessionHookOf<Event> }[SessionHookEvent];
