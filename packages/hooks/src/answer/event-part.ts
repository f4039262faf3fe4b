import { isAbsolute } from 'node:path';
import { present } from '@sluice/base';
import type { EventPart } from './event-verdict.ts';
import type { HookAnswer } from './hook-answer.ts';
import { eventTerms } from '../events/event-lookup.ts';
import type { HookHandler } from '../read/hook-handler.ts';
import { hookName, lateText, notice, undecidedNotice } from '../read/hook-speaker.ts';
import { answerNotices } from './answer-notices.ts';
import type { HookMeaning } from './interpret-run.ts';

type Clip = (text: string) => Promise<string>;

/** The result of a hook run for an event that isn't about a single call; undefined if it was stopped. */
export async function eventPart(
  handler: HookHandler,
  meaning: HookMeaning,
  clip: Clip,
): Promise<EventPart | undefined> {
  switch (meaning.kind) {
    case 'cancelled':
      return undefined;
    case 'timed-out': {
      return failed(handler, lateText(handler, meaning.afterMs), 'timed-out');
    }
    case 'failed':
      return failed(handler, meaning.problem, 'failed');
    case 'blocked': {
      const part = await fromAnswer(handler, meaning.answer, meaning.notices, '', clip);
      return { ...part, blockingReason: await clip(meaning.reason) };
    }
    case 'answered':
      return fromAnswer(handler, meaning.answer, meaning.notices, meaning.text, clip);
    default:
      return meaning satisfies never;
  }
}

const NOTHING: Omit<EventPart, 'hook'> = {
  blockingReason: undefined,
  stop: undefined,
  decision: undefined,
  decisionReason: undefined,
  additionalContext: undefined,
  more: {},
  infos: [],
  errors: [],
};

function failed(handler: HookHandler, problem: string, ended: 'failed' | 'timed-out'): EventPart {
  const { exitTwo, neverFails, text } = eventTerms(handler.event);
  const isStrict = ended === 'failed' ? handler.onFailure === 'block' : handler.onTimeout === 'deny';
  const mayBlock = exitTwo === 'blocks' && neverFails !== true;
  const blocks = (isStrict && mayBlock) || text === 'path';
  return {
    ...NOTHING,
    hook: hookName(handler),
    blockingReason: blocks ? problem : undefined,
    errors: [mayBlock && !blocks ? undecidedNotice(handler, problem, ended) : notice(handler, problem)],
  };
}

async function fromAnswer(
  handler: HookHandler,
  answer: HookAnswer | undefined,
  notices: readonly string[],
  text: string,
  clip: Clip,
): Promise<EventPart> {
  const { text: meaning } = eventTerms(handler.event);
  const context = answer?.additionalContext ?? (meaning === 'context' && text !== '' ? text : undefined);
  const path = meaning === 'path' ? text.split('\n').findLast((line) => line.trim() !== '') : undefined;
  const systemMessage = answer?.systemMessage;
  const watched = answer?.more.watchPaths;
  const { stop, permissionDecision: decision } = answer ?? {};
  return {
    hook: hookName(handler),
    blockingReason: await blockingReason(answer, clip),
    stop: stop === undefined ? undefined : { reason: await clip(stop.reason ?? 'a hook ends the run here') },
    // These events can't be deferred.
    decision: decision === 'defer' ? 'deny' : decision,
    decisionReason: answer?.permissionDecisionReason,
    additionalContext: context === undefined ? undefined : await clip(context),
    more: {
      ...answer?.more,
      ...present({
        watchPaths: watched === undefined ? undefined : watched.filter(isWatchable),
        worktreePath: path === undefined ? undefined : path.trim(),
      }),
    },
    infos: await answerNotices(handler, systemMessage, [...notices, ...unwatchable(watched ?? [])], clip),
    errors: [],
  };
}

async function blockingReason(answer: HookAnswer | undefined, clip: Clip): Promise<string | undefined> {
  if (answer?.verdict === 'block') return clip(answer.reason ?? 'it gave no reason');
  // Only calls take another input: what a hook wanted to run instead may be all that it would allow.
  return answer?.updatedInput === undefined
    ? undefined
    : `it returned "updatedInput", but the command can't be changed`;
}

function isWatchable(path: string): boolean {
  return isAbsolute(path) && !path.includes('\0');
}

function unwatchable(paths: readonly string[]): readonly string[] {
  const wrong = paths.filter((path) => !isWatchable(path));
  const [first] = wrong;
  if (first === undefined) return [];
  const others = wrong.length === 1 ? '' : ` (and ${wrong.length - 1} more)`;
  return [
    `${JSON.stringify(first.slice(0, 200))}${others} of its "watchPaths" is not watched: use absolute paths, such as "$CLAUDE_PROJECT_DIR"/.env with the variable expanded`,
  ];
}
