import { present } from '@sluice/base';
import { getOwn } from '@sluice/core';
import type { AskHook } from './ask-hook.ts';
import type { DispatchedEvent, EventFields } from '../events/event-lookup.ts';
import { eventPart } from '../answer/event-part.ts';
import { combineParts, type EventVerdict } from '../answer/event-verdict.ts';
import { handlerIdentity } from '../read/handler-identity.ts';
import { namesOfFiles } from '../read/names-of-files.ts';
import { eventTerms, isToolEvent } from '../events/event-lookup.ts';
import type { HookAgent, HookFields } from '../run/hook-input.ts';
import { hookName } from '../read/hook-speaker.ts';
import type { HookSessionContext } from './hook-session-context.ts';
import type { HookHandler } from '../read/hook-handler.ts';

export interface FireOptions {
  /** Absolute: the current directory. */
  readonly cwd: string;
  readonly signal?: AbortSignal;
  /** Milliseconds for all of them together, whatever their own timeouts. */
  readonly withinMs?: number;
  /** The sub-agent that the event belongs to. */
  readonly agent?: HookAgent | undefined;
}

/** Fires the events that aren't about a single call. Call events are fired at their own stage of a call. */
export interface HookDispatcher {
  /**
   * Runs the event's hooks in parallel and combines their answers in configuration order. Never throws. Messages to the user have already
   * been delivered.
   */
  fire<Event extends DispatchedEvent>(
    event: Event,
    fields: EventFields[Event],
    options: FireOptions,
  ): Promise<EventVerdict>;
  /** File names that the matchers of FileChanged hooks list literally. */
  fileNames(): readonly string[];
  /** Whether an event has any hook, so that callers can skip preparing input for nothing. */
  has(event: DispatchedEvent, agentId?: string): boolean;
  /** The longest timeout, in milliseconds, of this event's hooks; 0 without hooks. */
  longestTimeout(event: DispatchedEvent): number;
}

/** A prepared handler of such an event. */
export interface EventHook {
  readonly handler: HookHandler;
  /** Whether its matcher matches a value of the event. */
  readonly takes: (value: string) => boolean;
  readonly ask: AskHook;
}

export const SILENCE: EventVerdict = combineParts([]);

/** @param first hooks that run before the others, and may differ on each call */
export function hookDispatcher(
  hooks: readonly EventHook[],
  first: () => readonly EventHook[],
  /** The hooks of a single agent. */
  scoped: (agentId: string) => readonly EventHook[],
  clip: (text: string) => Promise<string>,
  {
    tell,
    onSummary,
    onWatchPaths,
    environmentFiles,
  }: Pick<HookSessionContext, 'tell' | 'onSummary' | 'onWatchPaths' | 'environmentFiles'>,
): HookDispatcher {
  const named = Map.groupBy(hooks, ({ handler }) => handler.event);
  const ofEvent = (event: DispatchedEvent, agentId?: string): readonly EventHook[] => {
    const isMeant = ({ handler }: EventHook): boolean => handler.event === event;
    const ofAgent = agentId === undefined ? [] : scoped(agentId).filter(isMeant);
    return [...first().filter(isMeant), ...(named.get(event) ?? []), ...ofAgent];
  };
  return {
    has: (event, agentId) => ofEvent(event, agentId).length > 0,
    longestTimeout: (event) => Math.max(0, ...ofEvent(event).map(({ handler }) => handler.timeoutMs)),
    fileNames: () => [
      ...new Set(ofEvent('FileChanged').flatMap(({ handler }) => namesOfFiles(handler.matcher))),
    ],
    async fire(event, fields, { cwd, signal, withinMs, agent }) {
      const told = { ...present({ agent_id: agent?.id, agent_type: agent?.type }), ...fields };
      const value = matchedValue(eventTerms(event).matches, told);
      const matching = ofEvent(event, agent?.id).filter(({ takes }) => value === undefined || takes(value));
      if (matching.length === 0) return SILENCE;
      const call = isToolEvent(event) ? callOf(told) : undefined;
      const question = { cwd, agent, call, fields: told, signal, withinMs };
      const writing = environmentFiles?.begin(event);
      const parts = await Promise.all(
        matching.map(async ({ handler, ask }) => {
          const environmentFile =
            handler.kind === 'function'
              ? undefined
              : writing?.fileFor(handlerIdentity(handler), hookName(handler));
          const meaning = await ask({ ...question, environmentFile });
          return meaning === undefined ? undefined : eventPart(handler, meaning, clip);
        }),
      ).finally(() => writing?.ended());
      const verdict = combineParts(parts.filter((part) => part !== undefined));
      for (const text of [...verdict.summary.errors, ...verdict.summary.infos]) tell?.(text);
      if (verdict.summary.count > 0) onSummary?.(event, verdict.summary);
      if (verdict.watchPaths !== undefined) onWatchPaths?.(event, verdict.watchPaths);
      return verdict;
    },
  };
}

/** For conditions (`if`). */
function callOf(fields: object): HookFields['call'] {
  const toolName = getOwn(fields, 'tool_name');
  return typeof toolName === 'string' ? { toolName, input: getOwn(fields, 'tool_input') } : undefined;
}

/** The value to match; undefined if the event has none, and every matcher matches. */
function matchedValue(field: string | undefined, fields: object): string | undefined {
  if (field === undefined) return undefined;
  const value = Object.entries(fields).find(([name]) => name === field)?.[1];
  // A watch list names files, wherever they are.
  if (typeof value === 'string' && field === 'file_path') return value.slice(value.lastIndexOf('/') + 1);
  return typeof value === 'string' ? value : '';
}
