/** Checks the lines of a journal file. What a line holds is defined in core's `ports/journal-entry.ts`. */
import {
  getOwn,
  isJsonObject,
  PERMISSION_MODES,
  type JournalEntry,
  type JournalText,
  type OutcomeCode,
} from '@sluice/core';

/** Every line is shorter than this, including its newline. */
export const LINE_LIMIT = 64 * 1024;

/** The entry of one line, or undefined if the line is torn, foreign, or of a kind that this version doesn't know. */
export function parseJournalLine(line: string): JournalEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isJournalEntry(value)) return undefined;
    const {
      n: _number,
      p: _previous,
      c: _checksum,
      ...entry
    }: JournalEntry & Partial<Record<'n' | 'p' | 'c', unknown>> = value;
    return entry;
  } catch {
    return undefined;
  }
}

type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, Check>>;

const isString: Check = (value) => typeof value === 'string';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isStrings: Check = (value) => Array.isArray(value) && value.every(isString);
const isNumber: Check = (value) => typeof value === 'number';

/** Every outcome, as keys so that a new one can't be forgotten. */
const OUTCOMES: Readonly<Record<OutcomeCode, true>> = {
  ok: true,
  'tool-error': true,
  'invalid-input': true,
  'unknown-tool': true,
  denied: true,
  'blocked-by-hook': true,
  suspended: true,
  cancelled: true,
  'outcome-unknown': true,
};

const FIELDS: Readonly<Record<JournalEntry['type'], Fields>> = {
  session: { sessionId: isString, cwd: isString },
  user: { content: isJournalText, origin: isString },
  block: { messageId: isString, callsBefore: isNumber, content: isJournalText },
  assistant: {
    messageId: isString,
    model: isString,
    stopReason: isString,
    usage: isJsonObject,
    isCut: optional((value) => value === true),
  },
  'tools-loaded': { names: isStrings, hashes: isStrings },
  'tools-listed': { names: isJournalText },
  compacted: { trigger: isString, summary: isJournalText, keptFrom: optional(isString) },
  received: {
    messageId: isString,
    callId: isString,
    parentCallId: optional(isString),
    name: isString,
    input: isJournalText,
  },
  changed: {
    messageId: isString,
    callId: isString,
    parentCallId: optional(isString),
    input: isJournalText,
    by: isString,
    name: optional(isString),
  },
  started: {
    messageId: isString,
    callId: isString,
    parentCallId: optional(isString),
    isIdempotent: isBoolean,
    isReadOnly: optional((value) => value === true),
  },
  settled: {
    messageId: isString,
    callId: isString,
    parentCallId: optional(isString),
    outcome: (value) => typeof value === 'string' && Object.hasOwn(OUTCOMES, value),
    isError: isBoolean,
    content: isJournalText,
    clientView: optional(isView),
    hookView: optional(isView),
    newMessages: optional(isJournalText),
    record: isJsonObject,
    discarded: optional((value) => value === true),
  },
  message: { messageId: isString, additionalContext: optional(isJournalText) },
  replaced: { messageId: isString, callId: isString, content: isJournalText },
  wrote: {
    messageId: isString,
    callId: isString,
    parentCallId: optional(isString),
    path: isString,
    before: (value) => value === null || isPreImage(value),
    afterHash: isString,
    temporaryPath: optional(isString),
    newDirectory: optional(isString),
  },
  undone: { messageId: isString, callId: isString, path: isString, afterHash: isString },
  hook: {
    messageId: optional(isString),
    callId: optional(isString),
    event: isString,
    hook: isString,
    place: optional(isString),
    outcome: isString,
    durationMs: isNumber,
    said: isJsonObject,
  },
  'hook-summary': {
    event: isString,
    count: isNumber,
    infos: isTexts,
    errors: isTexts,
    preventedContinuation: isBoolean,
    reason: optional(isString),
  },
  'agent-began': {
    agentId: isString,
    agentType: isString,
    model: isString,
    name: optional(isString),
    description: optional(isString),
    task: optional(isString),
    isTeammate: optional((value) => value === true),
    mode: optional((value) => PERMISSION_MODES.some((mode) => mode === value)),
    chain: optional(isTexts),
    worktree: optional(isString),
    messageId: optional(isString),
    callId: optional(isString),
  },
  'agent-message': { id: isString, to: optional(isString), text: isString },
  'agent-messages-read': { ids: isTexts },
  'agent-ended': {
    agentId: isString,
    status: isString,
    isStoppedByUser: optional((value) => value === true),
  },
  'agent-plan-approved': { agentId: isString },
  interrupt: { reason: isString },
  permission: { state: isJournalText },
  deferred: { messageId: isString, callId: isString, seen: optional(isJournalText) },
  suspended: {
    messageId: isString,
    callId: isString,
    requestId: isString,
    request: isJournalText,
    seen: optional(isJournalText),
  },
  answered: {
    messageId: isString,
    callId: isString,
    requestId: isString,
    behavior: (value) => value === 'allow' || value === 'deny',
    feedback: optional(isString),
  },
  asked: { callId: isString, name: isString, input: isString },
  discarded: { messageId: isString },
  note: { messageId: isString, text: isString },
};

function isJournalEntry(value: unknown): value is JournalEntry {
  if (!isJsonObject(value) || getOwn(value, 'v') !== 1 || !isNumber(getOwn(value, 'time'))) return false;
  const type = getOwn(value, 'type');
  return isEntryType(type) && hasFields(value, FIELDS[type]);
}

function isEntryType(type: unknown): type is JournalEntry['type'] {
  return typeof type === 'string' && Object.hasOwn(FIELDS, type);
}

function hasFields(value: object, fields: Fields): boolean {
  return Object.entries(fields).every(([name, check]) => check(getOwn(value, name)));
}

function isJournalText(value: unknown): value is JournalText {
  if (!isJsonObject(value)) return false;
  return hasFields(value, { text: isString }) || hasFields(value, { path: isString, bytes: isNumber });
}

/** An unknown part of a view is no reason to lose a result. */
function isView(value: unknown): boolean {
  return isString(value) || isJournalText(value);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isString);
}

function isPreImage(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  return hasFields(value, { hash: isString, bytes: isNumber, mode: isNumber, path: isString });
}

function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}
