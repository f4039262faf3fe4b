import type { ProgramHook } from '../hooks/own-hooks.ts';
import { checkFields } from './check-fields.ts';
import {
  aFunction,
  anyText,
  number,
  oneOfWords,
  text,
  wrongType,
  type Check,
  type Finding,
} from './check.ts';

/** What an event makes of the options of its functions. */
interface Options {
  /** Of a call: the engine tells the function of it, and `matches` and `concerns` choose. */
  readonly isOfCall?: true;
  /** Of a call that has ended: it may have had effects. */
  readonly isAfterwards?: true;
  /** A `matcher` chooses. */
  readonly hasMatcher?: true;
  /** A failure may be made to count. */
  readonly mayBlock?: true;
}

/** All that something fires. */
const EVENTS: ReadonlyMap<string, Options> = new Map<ProgramHook['event'], Options>([
  ['PreToolUse', { isOfCall: true, mayBlock: true }],
  ['PermissionRequest', { hasMatcher: true, mayBlock: true }],
  ['PermissionDenied', { isOfCall: true }],
  ['PostToolUse', { isOfCall: true, isAfterwards: true, mayBlock: true }],
  ['PostToolUseFailure', { isOfCall: true, isAfterwards: true, mayBlock: true }],
  ['PostToolBatch', { mayBlock: true }],
  ['Setup', { hasMatcher: true }],
  ['SessionStart', { hasMatcher: true }],
  ['SessionEnd', { hasMatcher: true }],
  ['UserPromptSubmit', { mayBlock: true }],
  ['Stop', {}],
  ['StopFailure', { hasMatcher: true }],
  ['PreCompact', { hasMatcher: true, mayBlock: true }],
  ['PostCompact', { hasMatcher: true }],
  ['Notification', { hasMatcher: true }],
  ['ConfigChange', { hasMatcher: true, mayBlock: true }],
  ['CwdChanged', {}],
  ['FileChanged', { hasMatcher: true }],
  ['DirectoryAdded', { hasMatcher: true }],
  ['InstructionsLoaded', { hasMatcher: true }],
]);

const SHAPE = 'a hook: { event, name, run }';
const event = oneOfWords(...EVENTS.keys());
const FIELDS = {
  event,
  name: text('a name'),
  run: aFunction('a function'),
  place: anyText,
  statusMessage: anyText,
  timeoutMs: number('a positive number of milliseconds', (ms) => ms > 0),
} satisfies Readonly<Record<string, Check>>;

/** Looks at a function of the program: each option that it has must have an effect at its event. */
export const checkHook: Check = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrongType(value, SHAPE);
  const named = Object.entries({ event: FIELDS.event, name: FIELDS.name, run: FIELDS.run });
  for (const [field, check] of named) {
    const wrong = check(Reflect.get(value, field));
    if (wrong !== undefined) return { ...wrong, at: `.${field}${wrong.at}` };
  }
  const name = String(Reflect.get(value, 'event'));
  const options = EVENTS.get(name) ?? {};
  return idleOption(value, name, options) ?? checkFields(value, fieldsOf(options), SHAPE);
};

function fieldsOf({ isOfCall, isAfterwards, hasMatcher, mayBlock }: Options): Record<string, Check> {
  return {
    ...FIELDS,
    ...(isOfCall === true && { matches: aFunction('a function'), concerns: aFunction('a function') }),
    ...(isAfterwards === true && { effects: oneOfWords('none') }),
    ...(hasMatcher === true && { matcher: anyText }),
    ...(mayBlock === true && {
      onFailure: oneOfWords('continue', 'block'),
      onTimeout: oneOfWords('continue', 'deny'),
    }),
  };
}

/** Options of other events, with what this one knows instead. */
const OF_OTHERS: ReadonlyMap<string, (options: Options) => string> = new Map<
  string,
  (options: Options) => string
>([
  [
    'matcher',
    ({ isOfCall }) =>
      isOfCall === true
        ? 'left out: matches: (toolName) => … chooses there'
        : 'left out: the event has nothing to choose by',
  ],
  [
    'matches',
    ({ hasMatcher }) =>
      hasMatcher === true ? 'left out: a matcher chooses there' : 'left out: the event is not about one tool',
  ],
  ['concerns', () => 'left out: the event is not about one call'],
  ['effects', () => 'left out: it is for hooks of PostToolUse and PostToolUseFailure'],
  ['onFailure', () => 'left out: the event forbids nothing'],
  ['onTimeout', () => 'left out: the event forbids nothing'],
]);

function idleOption(value: object, event: string, options: Options): Finding | undefined {
  const known = fieldsOf(options);
  for (const [field, must] of OF_OTHERS) {
    const got: unknown = Reflect.get(value, field);
    if (got === undefined || Object.hasOwn(known, field)) continue;
    return { kind: 'type', at: `.${field}`, got, allowed: `${must(options)} (${event})` };
  }
  return undefined;
}
