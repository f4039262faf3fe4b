import { CALL_EVENTS, TOOL } from './table/call-events.ts';
import { CONVERSATION_EVENTS } from './table/conversation-events.ts';
import { ENVIRONMENT_EVENTS } from './table/environment-events.ts';
import type { FieldKind, EventObject } from './event-fields.ts';
import type { EventTerms } from './event-terms.ts';

/** All events, from the rows in `table/`: names, types, checks and the tables in the docs are derived from it. */
const TABLE = { ...CALL_EVENTS, ...CONVERSATION_EVENTS, ...ENVIRONMENT_EVENTS } as const;

type Table = typeof TABLE;

export type HookEvent = keyof Table;

/** The events that Sluice fires, wherever it runs. */
export type FiredEvent = {
  [Event in HookEvent]: Table[Event] extends { readonly firedBy: 'any-run' | 'prompt' } ? Event : never;
}[HookEvent];

/** The fields of `hookSpecificOutput` that an event has. */
export type OwnFieldOf<Event extends HookEvent> = Table[Event] extends {
  readonly own: readonly (infer Field)[];
}
  ? Field
  : never;

/** Events whose hooks may block what is about to happen, or, at Stop and similar events, keep the work going. */
export type BlockingEvent = {
  [Event in HookEvent]: Table[Event] extends { readonly exitTwo: 'blocks' } ? Event : never;
}[HookEvent];

/** Events that the engine has functions for. */
type EngineEvent = {
  [Event in HookEvent]: Table[Event] extends { readonly calledBy: 'engine' } ? Event : never;
}[HookEvent];

/** Events that are fired at their own stage of a call; the dispatcher fires the others. */
export type CallEvent = {
  [Event in HookEvent]: Table[Event] extends { readonly calledBy: string } ? Event : never;
}[HookEvent];

export type DispatchedEvent = Exclude<HookEvent, CallEvent>;

/** A hook's input for an event besides the common fields, as hooks read them. */
export type FieldsOf<Event extends HookEvent> = EventObject<Table[Event]['fields']>;

/** The same by event, for those that the dispatcher fires. */
export type EventFields = { readonly [Event in DispatchedEvent]: FieldsOf<Event> };

const EVENTS = new Map<string, EventTerms>(Object.entries(TABLE));

/** Events that a settings file may define hooks for. */
export const HOOK_EVENTS: readonly string[] = [...EVENTS.keys()];

export function isHookEvent(name: string): name is HookEvent {
  return EVENTS.has(name);
}

export function eventTerms(event: HookEvent): EventTerms {
  return TABLE[event];
}

/** Its matcher applies to a tool name, and it supports `if`. */
export function isToolEvent(event: HookEvent): boolean {
  return eventTerms(event).matches === TOOL;
}

/** The engine has functions for it. */
export function isEngineEvent(event: HookEvent): event is EngineEvent {
  return eventTerms(event).calledBy === 'engine';
}

/** It is about calls, and the dispatcher doesn't fire it. */
export function isCallEvent(event: HookEvent): event is CallEvent {
  return eventTerms(event).calledBy !== undefined;
}

/** All possible values of the matched field; undefined if they aren't known in advance. */
export function matchedValues(event: HookEvent): readonly string[] | undefined {
  const { matches, fields } = eventTerms(event);
  const kind = matches === undefined ? undefined : fields[matches];
  return isWords(kind) ? kind : undefined;
}

function isWords(kind: FieldKind | undefined): kind is readonly string[] {
  return Array.isArray(kind) && kind.every((word) => typeof word === 'string');
}
