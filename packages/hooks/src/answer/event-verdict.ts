import type { EventAnswer } from './hook-answer.ts';

/** What all hooks of one event say together, in configuration order. */
export interface EventVerdict extends EventAnswer {
  /** The first hook that forbids what is about to happen, or at Stop and its like has the work go on. */
  readonly block: { readonly hook: string; readonly reason: string } | undefined;
  /** The run is to end. */
  readonly stop: { readonly reason: string } | undefined;
  /** deny > ask > allow. */
  readonly decision: 'allow' | 'ask' | 'deny' | undefined;
  readonly decisionReason: string | undefined;
  /** For the model, a text of each hook. */
  readonly additionalContext: readonly string[];
  readonly summary: EventSummary;
}

/** What a person may want to know of how it went. */
export interface EventSummary {
  /** Hooks that ran. */
  readonly count: number;
  /** What they had to say to the person, a sentence each. */
  readonly infos: readonly string[];
  /** What went wrong, a sentence each. */
  readonly errors: readonly string[];
  readonly preventedContinuation: boolean;
  readonly reason: string | undefined;
}

/** What one hook says. */
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

/** The strictest verdict, every context and path; of other values the last. */
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
    // An empty list takes the place of one as well.
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

/** The first of those that rank highest; undefined where nobody has said anything. */
function strictest(parts: readonly EventPart[], rank: (part: EventPart) => number): EventPart | undefined {
  const best = Math.max(0, ...parts.map(rank));
  return best === 0 ? undefined : parts.find((part) => rank(part) === best);
}
