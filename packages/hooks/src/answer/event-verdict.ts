import type { EventAnswer } from './hook-answer.ts';

/** The combined result of all hooks of an event, in configuration order. */
export interface EventVerdict extends EventAnswer {
  /** The first hook that blocks what is about to happen, or, at Stop and similar events, keeps the work going. */
  readonly block: { readonly hook: string; readonly reason: string } | undefined;
  /** End the run. */
  readonly stop: { readonly reason: string } | undefined;
  /** deny > ask > allow. */
  readonly decision: 'allow' | 'ask' | 'deny' | undefined;
  readonly decisionReason: string | undefined;
  /** For the model, one text per hook. */
  readonly additionalContext: readonly string[];
  readonly summary: EventSummary;
}

/** A summary for the user of how the hooks ran. */
export interface EventSummary {
  /** Number of hooks that ran. */
  readonly count: number;
  /** Their messages to the user, one sentence each. */
  readonly infos: readonly string[];
  /** Errors, one sentence each. */
  readonly errors: readonly string[];
  readonly preventedContinuation: boolean;
  readonly reason: string | undefined;
}

/** The result of one hook. */
export interface EventPart {
  readonly hook: string;
  readonly blockingReason: string | undefined;
  readonly stop: { readonly reason: string } | undefined;
  readonly decision: 'allow' | 'ask' | 'deny' | undefined;
  readonly decisionReason: string | undefined;
  readonly additionalContext: string | undefined;
  readonly more: Partial<EventAnswer>;
  readonly infos: readonly string[];
  readonly errors: readonly string[];
}

const RANK = { allow: 1, ask: 2, deny: 3 } as const;
const ACTION_RANK = { accept: 1, cancel: 2, decline: 3 } as const;

/** The strictest verdict, every context and path; for other values, the last. */
export function combineParts(parts: readonly EventPart[]): EventVerdict {
  const blocking = parts.find(({ blockingReason }) => blockingReason !== undefined);
  const stop = parts.find((part) => part.stop !== undefined)?.stop;
  const decider = strictest(parts, ({ decision }) => (decision === undefined ? 0 : RANK[decision]));
  const actor = strictest(parts, ({ more: { action } }) => (action === undefined ? 0 : ACTION_RANK[action]));
  const watching = parts.filter(({ more }) => more.watchPaths !== undefined);
  const last = <Key extends keyof EventAnswer>(key: Key): EventAnswer[Key] | undefined =>
    parts.findLast(({ more }) => more[key] !== undefined)?.more[key];
  const block =
    blocking?.blockingReason === undefined
      ? undefined
      : { hook: blocking.hook, reason: blocking.blockingReason };
  return {
    block,
    stop,
    decision: block === undefined ? decider?.decision : 'deny',
    decisionReason: block === undefined ? decider?.decisionReason : block.reason,
    additionalContext: parts.flatMap(({ additionalContext }) => additionalContext ?? []),
    retry: parts.some(({ more }) => more.retry === true) ? true : undefined,
    // An empty list replaces a previous one too.
    watchPaths:
      watching.length === 0 ? undefined : [...new Set(watching.flatMap(({ more }) => more.watchPaths ?? []))],
    sessionTitle: last('sessionTitle'),
    initialUserMessage: last('initialUserMessage'),
    reloadSkills: last('reloadSkills'),
    suppressOriginalPrompt: last('suppressOriginalPrompt'),
    displayContent: last('displayContent'),
    worktreePath: last('worktreePath'),
    action: block === undefined ? actor?.more.action : 'decline',
    content: block === undefined ? actor?.more.content : undefined,
    summary: {
      count: parts.length,
      infos: parts.flatMap(({ infos }) => infos),
      errors: parts.flatMap(({ errors }) => errors),
      preventedContinuation: stop !== undefined,
      reason: stop?.reason ?? block?.reason,
    },
  };
}

/** The first of the highest-ranked; undefined if there is none. */
function strictest(parts: readonly EventPart[], rank: (part: EventPart) => number): EventPart | undefined {
  const best = Math.max(0, ...parts.map(rank));
  return best === 0 ? undefined : parts.find((part) => rank(part) === best);
}
