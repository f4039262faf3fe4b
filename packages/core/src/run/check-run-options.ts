import {
  aFunction,
  anything,
  checkFields,
  having,
  isTrueOrFalse,
  number,
  oneOfWords,
  refuseOptions,
  text,
  wrongType,
  type Check,
} from '@sluice/base';
import type { ForkOptions } from './fork.ts';
import type { MessageEnd, MessageOptions } from './message-options.ts';

const asker = having('an object with the functions push, remove and update', {
  push: aFunction(''),
  remove: aFunction(''),
  update: aFunction(''),
});

const MESSAGE = {
  id: text('a non-empty string'),
  asker,
  asks: oneOfWords('wait', 'suspend'),
  signal: having('an AbortSignal', { addEventListener: aFunction('') }),
  onEvent: aFunction('a function'),
} satisfies Readonly<Record<keyof MessageOptions, Check>>;

const END = {
  stopReason: text('a stop reason, such as "tool_use"'),
  lastBlockIsCall: isTrueOrFalse,
} satisfies Readonly<Record<keyof MessageEnd, Check>>;

const IDENTITY = {
  id: text('a non-empty string'),
  type: text('the type of the agent'),
  parentCallId: anything,
};

const FORK = {
  agent: (value) => checkFields(value, IDENTITY, 'an object: { id, type }', ['id', 'type']),
  name: text('a name'),
  agentsAround: anything,
  permission: anything,
  journal: anything,
  asker,
  askerAround: aFunction('a function'),
  tools: anything,
  cwd: text('the path of a directory'),
  hooks: anything,
  maxConcurrency: number('a positive whole number', (count) => Number.isSafeInteger(count) && count > 0),
  messages: anything,
  loadHint: anything,
  extension: anything,
  isStanding: aFunction('a function'),
  attachments: aFunction('a function'),
  stopWanted: anything,
  onSessionChange: aFunction('a function'),
  parentMessageId: anything,
  resume: anything,
  isJournalDamaged: isTrueOrFalse,
  lostLines: anything,
} satisfies Readonly<Record<keyof ForkOptions, Check>>;

/** @throws TypeError or RangeError for an option that a message doesn't have, or a value that it can't have */
export function checkMessageOptions(options: unknown): void {
  refuseOptions(checkFields(options, MESSAGE, 'an object of options'), 'runtime.openMessage');
}

/** @throws TypeError or RangeError, as above */
export function checkMessageEnd(how: unknown): void {
  refuseOptions(checkFields(how, END, 'an object: { stopReason }'), 'message.end');
}

/** @throws TypeError or RangeError, as above */
export function checkForkOptions(options: unknown): void {
  refuseOptions(checkFields(options, FORK, 'an object: { agent: { id, type } }', ['agent']), 'runtime.fork');
}

/** @throws TypeError if it is neither a list of calls nor an async iterable */
export function checkFeed(feed: unknown, where: string): void {
  const isFeed =
    typeof feed === 'object' && feed !== null && (Array.isArray(feed) || Symbol.asyncIterator in feed);
  if (isFeed) return;
  const wrong = wrongType(feed, 'a list of calls, or an async iterable of feed items');
  refuseOptions({ ...wrong, at: '.feed' }, where);
}
