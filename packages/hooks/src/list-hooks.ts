import type { LoadedSettings, SettingsProblem } from '@sluice/settings';
import { conditionProblem } from './read/condition-problem.ts';
import { countingHooks } from './read/counting-hooks.ts';
import { handlerIdentity } from './read/handler-identity.ts';
import { eventTerms, isToolEvent, matchedValues } from './events/event-lookup.ts';
import type { HookHandler } from './read/hook-handler.ts';
import { isRunnable } from './run/handler-runners.ts';
import { kindText, placeText } from './read/hook-handler.ts';
import { namesOfFiles } from './read/names-of-files.ts';
import { hookName } from './read/hook-speaker.ts';
import { matcherTakes } from './read/matcher.ts';
import { readAllHooks, type MatchedHandler } from './read/read-all-hooks.ts';
import { dedupe } from './read/dedupe.ts';

/** One hook from the settings, for display. */
export interface ListedHook {
  readonly event: string;
  /** `command`, `http`, or a type that can't run yet. */
  readonly type: string;
  /** Its command or URL, in one short line. */
  readonly hook: string;
  readonly source: string;
  readonly file: string | undefined;
  readonly line: number | undefined;
  /** As written; undefined: it matches everything. */
  readonly matcher: string | undefined;
  readonly condition: string | undefined;
  /** The available tools, or the event's known values, that it matches; undefined: there is nothing to match. */
  readonly takes: readonly string[] | undefined;
  /** Undefined: it can't run. */
  readonly timeoutMs: number | undefined;
  readonly isAsync: boolean;
  /** Runs in the background, and its output may wake the model. */
  readonly wakes: boolean;
  readonly isOnce: boolean;
  /** `none`: it promises to change nothing; undefined: irrelevant at this event. */
  readonly effects: 'none' | 'any' | undefined;
  /** Calls with effects that it matches run alone. */
  readonly makesExclusive: boolean;
  /** `prompt`: only a run with a model (`sluice -p`) fires its event or can run it; undefined: nothing does. */
  readonly firedBy: 'any-run' | 'prompt' | 'terminal' | undefined;
  /** It would run if the directory of its file were trusted. */
  readonly isWithheld: boolean;
  /** Why it doesn't run; undefined: it does. */
  readonly whyNot: string | undefined;
}

/** Handler types that run where there is a model to ask. */
const NEED_A_MODEL: ReadonlySet<string> = new Set(['prompt', 'agent']);
/** Handler types that sessions run, besides those that need nothing else. */
const RUN_IN_SESSIONS: ReadonlySet<string> = new Set([...NEED_A_MODEL, 'mcp_tool']);

/** All hooks from the settings in configuration order, including those that don't run, and the problems with them. */
export function listHooks(
  loaded: LoadedSettings,
  knownTools: readonly string[],
): { readonly hooks: readonly ListedHook[]; readonly problems: readonly SettingsProblem[] } {
  const { files, problems: ofFiles } = countingHooks(loaded);
  const problems = [...ofFiles];
  const read = files.map(({ value, whyNot, isWithheld }) => {
    const { handlers, problems: wrong } = readAllHooks([value], knownTools, RUN_IN_SESSIONS);
    problems.push(...wrong);
    return { handlers, whyNot, isWithheld };
  });
  const counting = read.flatMap(({ handlers, whyNot }) => (whyNot === undefined ? handlers : []));
  const kept = new Map(dedupe(counting).map((matched) => [matched.handler, matched]));
  const first = new Map([...kept.keys()].map((handler) => [handlerIdentity(handler), handler]));
  const hooks = read.flatMap(({ handlers, whyNot, isWithheld }) =>
    handlers.map((matched) => {
      const { handler } = matched;
      const twin = kept.has(handler) ? undefined : first.get(handlerIdentity(handler));
      const reason = whyNot ?? (kept.has(handler) ? ownReason(matched, knownTools) : twinReason(twin));
      return listed(
        { handler, takes: kept.get(handler)?.takes ?? matched.takes },
        knownTools,
        reason,
        isWithheld,
      );
    }),
  );
  return { hooks, problems };
}

function twinReason(twin: HookHandler | undefined): string {
  return `the same hook at ${twin === undefined ? 'another place' : placeText(twin.place)} runs`;
}

function ownReason({ handler, parsed }: MatchedHandler, knownTools: readonly string[]): string | undefined {
  const { event, condition, matcher } = handler;
  if (!canRun(handler)) {
    const also = event === 'PreToolUse' ? 'each call that it matches asks' : 'it fails every time';
    return `${kindText(handler)} can't run yet; ${also}`;
  }
  const { firedBy, waitsFor = 'a later version', unused = [] } = eventTerms(event);
  const values = matchedValues(event);
  if (firedBy === undefined) return `Sluice doesn't fire ${event} yet: it comes with ${waitsFor}`;
  if (parsed.kind === 'wrong') return `its matcher is not a valid regular expression (${parsed.problem})`;
  if (values !== undefined) {
    const taken = values.filter((value) => matcherTakes(parsed, value));
    if (taken.length === 0) return 'its matcher matches nothing that the event can be about';
    if (taken.every((value) => unused.includes(value)))
      return `Sluice doesn't fire ${event} for ${taken.join(', ')} yet`;
  }
  if (event === 'FileChanged' && matcher?.split('|').every((name) => name.includes('/')) === true)
    return 'its matcher contains paths, but only file names are compared';
  if (!isToolEvent(event)) return undefined;
  // Tools of servers aren't known until the servers are connected.
  const mayBeOfServer = matcher?.includes('__') === true;
  if (!mayBeOfServer && !knownTools.some((name) => matcherTakes(parsed, name)))
    return 'its matcher matches no available tool';
  const isNever = condition !== undefined && conditionProblem(condition, parsed, knownTools) !== undefined;
  return isNever ? `its "if" is about a tool that its matcher never matches` : undefined;
}

function canRun(handler: HookHandler): boolean {
  return isRunnable(handler, undefined) || RUN_IN_SESSIONS.has(handler.kind);
}

/** Undefined: what its matcher matches is known only when a hook returns paths. */
function watchedOf({ event, matcher }: HookHandler): readonly string[] | undefined {
  const names = event === 'FileChanged' ? namesOfFiles(matcher) : [];
  return names.length === 0 ? undefined : names;
}

function listed(
  { handler, takes }: Pick<MatchedHandler, 'handler' | 'takes'>,
  knownTools: readonly string[],
  whyNot: string | undefined,
  isWithheld: boolean,
): ListedHook {
  const { event, place, matcher, condition } = handler;
  const runs = canRun(handler);
  const { firedBy } = eventTerms(event);
  const values = matchedValues(event);
  const isAfter = event === 'PostToolUse' || event === 'PostToolUseFailure';
  const { hasNoEffects } = handler;
  return {
    event,
    type: runs ? handler.kind : kindText(handler),
    hook: hookName(handler),
    source: place.source,
    file: place.file,
    line: place.line,
    matcher,
    condition,
    takes: isToolEvent(event) ? knownTools.filter(takes) : (values?.filter(takes) ?? watchedOf(handler)),
    timeoutMs: runs ? handler.timeoutMs : undefined,
    isAsync: handler.kind === 'command' && handler.isAsync,
    wakes: handler.kind === 'command' && handler.wakes,
    isOnce: runs && handler.isOnce,
    effects: isAfter && runs ? (hasNoEffects ? 'none' : 'any') : undefined,
    firedBy: firedBy === undefined || !NEED_A_MODEL.has(handler.kind) ? firedBy : 'prompt',
    isWithheld,
    makesExclusive: isAfter && runs && !hasNoEffects && whyNot === undefined,
    whyNot,
  };
}
