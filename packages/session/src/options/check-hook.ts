import {
  aFunction,
  anyText,
  checkFields,
  number,
  oneOfWords,
  present,
  text,
  wrongType,
  type Check,
  type Finding,
} from '@sluice/base';
import { eventTerms, HOOK_EVENTS, isEngineEvent, isHookEvent, type HookEvent } from '@sluice/hooks';

/** The options that functions of an event support. */
interface Options {
  /** A call event: the engine runs the function, and `matches` and `concerns` select calls. */
  readonly isOfCall: boolean;
  /** After the call has ended: it may have had effects. */
  readonly isAfterwards: boolean;
  /** A `matcher` selects. */
  readonly hasMatcher: boolean;
  /** A failure can be made to block. */
  readonly mayBlock: boolean;
}

const NO_OPTIONS: Options = { isOfCall: false, isAfterwards: false, hasMatcher: false, mayBlock: false };

/** Functions hear of what happens without a screen too. */
const FIRED_ANYWHERE: readonly string[] = ['any-run', 'prompt'];

/** All events. */
const EVENTS: ReadonlyMap<string, Options> = new Map(
  HOOK_EVENTS.filter(isHookEvent)
    .filter((event) => FIRED_ANYWHERE.includes(eventTerms(event).firedBy ?? ''))
    .map((event) => [event, optionsAt(event)]),
);

function optionsAt(event: HookEvent): Options {
  const { matches, exitTwo, neverFails, own = [] } = eventTerms(event);
  const isOfCall = isEngineEvent(event) && matches !== undefined;
  const forbids = exitTwo === 'blocks' && neverFails !== true;
  return {
    isOfCall,
    isAfterwards: isOfCall && exitTwo === 'model',
    hasMatcher: !isOfCall && matches !== undefined,
    mayBlock: forbids || exitTwo === 'model' || own.includes('decision'),
  };
}

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

/** Checks a function of the program: each of its options must have an effect at its event. */
export const checkHook: Check = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrongType(value, SHAPE);
  const named = Object.entries({ event: FIELDS.event, name: FIELDS.name, run: FIELDS.run });
  for (const [field, check] of named) {
    const wrong = check(Reflect.get(value, field));
    if (wrong !== undefined) return { ...wrong, at: `.${field}${wrong.at}` };
  }
  const name = String(Reflect.get(value, 'event'));
  const options = EVENTS.get(name) ?? NO_OPTIONS;
  return idleOption(value, name, options) ?? checkFields(value, fieldsOf(options), SHAPE);
};

function fieldsOf({ isOfCall, isAfterwards, hasMatcher, mayBlock }: Options): Record<string, Check> {
  return {
    ...FIELDS,
    ...present({
      matches: isOfCall ? aFunction('a function') : undefined,
      concerns: isOfCall ? aFunction('a function') : undefined,
      effects: isAfterwards ? oneOfWords('none') : undefined,
      matcher: hasMatcher ? anyText : undefined,
      onFailure: mayBlock ? oneOfWords('continue', 'block') : undefined,
      onTimeout: mayBlock ? oneOfWords('continue', 'deny') : undefined,
    }),
  };
}

/** Options of other events, with what this event supports instead. */
const OF_OTHERS: ReadonlyMap<string, (options: Options) => string> = new Map<
  string,
  (options: Options) => string
>([
  [
    'matcher',
    ({ isOfCall }) =>
      isOfCall ? 'left out: use matches: (toolName) => …' : 'left out: the event has nothing to match',
  ],
  [
    'matches',
    ({ hasMatcher }) =>
      hasMatcher ? 'left out: use a matcher' : 'left out: the event is not about one tool',
  ],
  ['concerns', () => 'left out: the event is not about one call'],
  ['effects', () => 'left out: only PostToolUse and PostToolUseFailure hooks have it'],
  ['onFailure', () => "left out: the event can't block anything"],
  ['onTimeout', () => "left out: the event can't block anything"],
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
