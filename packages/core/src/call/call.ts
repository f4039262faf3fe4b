import type { HookVerdict } from '../hook/pre-tool-use.ts';
import type { ClassifierVerdict } from '../permission/classifier.ts';
import type { PermissionDecision } from '../permission/policy.ts';
import type { JournalText } from '../journal/entry.ts';
import type { HeldContent } from '../result/content.ts';
import type { SpokenText } from '../result/marked-text.ts';
import type { PathHold } from '../schedule/path-holds.ts';
import type { Entry } from '../schedule/scheduler.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { ContentBlock } from '../tool/content.ts';
import type { JsonObject } from '../tool/json.ts';
import type { Engine } from '../run/engine.ts';
import type { Group } from '../run/group.ts';
import type { Attempt } from './attempt.ts';
import type { ContextChange } from './change-context.ts';
import type { DecidedFiles } from './decided-files.ts';
import type { AfterDenial } from './denied-hooks.ts';
import type { CallRecord } from './record.ts';
import type { Ran } from './run-tool.ts';
import type { CancelReason, Outcome } from './outcome.ts';
import { Durations } from './durations.ts';
import type { CallState } from './state.ts';

/**
 * A call whose name and input are known to be good, as the stages see it. A class, because V8 makes what a literal
 * builds among the old objects once most of it has lived for a while: there each call would keep all that it refers to
 * until the next full collection.
 */
export class Call implements Entry<Call> {
  readonly order: number;
  firstTicket: Entry<Call>['firstTicket'];
  shutTickets = 0;
  previous: Call | undefined;
  next: Call | undefined;
  place: Entry['place'] = 'new';
  isReady = false;
  demands: Entry['demands'];

  readonly id: string;
  readonly group: Group;
  /** Place within the group, from 0. */
  readonly index: number;
  readonly rootOrder: number;
  readonly parent: Call | undefined;
  readonly depth: number;
  /** As the model wrote it. */
  readonly calledName: string;
  /** The tool's own name, once it is found. */
  name: string;
  /** UTF-16 units of the input as it came. */
  readonly inputChars: number;

  state: CallState = { status: 'received' };
  attempt = 1;
  enteredAt: number;
  readonly durations = new Durations();
  executingMs = 0;
  besides = 0;

  tool: AnyTool | undefined;
  /** The input as JSON, and as the tool's schema parsed it. */
  json: JsonObject = NO_INPUT;
  input: unknown;
  hasEffects = true;
  /** The working directory that `hasEffects` was found for. */
  cwd: string;

  hookVerdict: HookVerdict | undefined;
  /** What a classifier says of one input in one directory, once it has been asked. */
  classification:
    | { readonly input: unknown; readonly cwd: string; readonly verdict: Promise<ClassifierVerdict> }
    | undefined;
  /** What a person said who allowed it: for the model, beside the result. */
  personFeedback: string | undefined;
  /** Images that they added to it: they follow the result. */
  personImages: readonly ContentBlock[] | undefined;
  /** The pure decision on its input as the call was admitted: enough for what needs no other verdict. */
  early: PermissionDecision | undefined;
  /** Version of the permission context that it was taken on. */
  earlyVersion = 0;
  decision: PermissionDecision | undefined;
  /** Version of the permission context that it was decided on. */
  decidedVersion = 0;
  /** What demanded the ask that a person has allowed; it stands for the input that they allowed or gave. */
  approval: ReadonlySet<string> | undefined;
  /** What the files held that the approval is about, when it was asked for. */
  decidedFiles: DecidedFiles | undefined;
  /** One of them that has changed since, so that the approval was lost; the next ask names it. */
  changedFile: string | undefined;
  changesWhileAsked = 0;
  /** The hook or automated check that has allowed it in a person's stead. */
  approver: { readonly kind: 'hook' | 'check'; readonly name: string } | undefined;
  /** Ends the call with this whatever its tool makes of it: a nested call was declined for good. */
  forced: Outcome | undefined;

  cancelReason: CancelReason | undefined;
  /** Its tool's claims could not be used, and that was said. */
  hasBadClaims = false;
  /** Hooks after the work were told to end. */
  isHurried = false;
  hasStarted = false;
  /** What it has begun must begin again: an earlier call's input has changed. */
  mustRestart = false;
  isDiscarded: boolean;
  /** Its program has the result already: the call is not run again, and the result stays as it is. */
  isHandedOut = false;
  /** Its result was in the journal of the session that goes on. */
  isReplayed = false;
  /** Its input as the journal's line holds it. */
  readonly journaledInput: JournalText;

  controller: AbortController | undefined;
  onInterrupt: (() => void) | undefined;
  /** Told when no earlier call conflicts any more, at once, so that places are taken in call order. */
  turn: { enter(): void } | undefined;
  /** What it waits for. */
  waiting: Waiting | undefined;

  holdsPreparingSlot = false;
  holdsSlot = false;
  /** What it holds, or waits for, against calls of other agents. */
  pathHold: PathHold | undefined;
  /** It has opened an agent, whose calls hold what they work on: it holds no paths itself. */
  hasOpenedAgent = false;
  nested: Group | undefined;
  nestedOutstanding = 0;
  /** Told when the call is stopped: waits for a slot that it then no longer needs. */
  onStopped: Set<() => void> | undefined;
  /** Work of this call, or of one nested in it, that ignored its signal: claims are held until it ends. */
  lingering: Set<Promise<void>> | undefined;
  /** Calls that had ignored their signal and were still at work when this one began beside them. */
  ranBeside: readonly string[] | undefined;
  /** What hooks of nested calls add to the message, and that they, or hooks beside a person, stop the loop. */
  fromNested: { additionalContext: string[]; stop: { readonly reason: string } | undefined } | undefined;

  /** Messages that tools of nested calls add. */
  newMessagesOfNested: SpokenText[] | undefined;

  /** What hooks say of refusals, its own and those of calls nested in it. */
  afterDenials: Promise<AfterDenial>[] | undefined;

  /** Of the pool that its tool was found in. */
  poolVersion = 0;

  /** The run of its tool, while there is one. */
  work: Attempt | undefined;
  ran: Ran | undefined;
  result: SettledResult | undefined;
  /** What the reader of the run has seen of the result, once it is released. */
  shown: HeldContent = '';

  constructor(engine: Engine, group: Group, { id, name, inputChars, journaledInput }: CallStart) {
    const { parent } = group;
    engine.schedule.nextOrder += 1;
    this.order = engine.schedule.nextOrder;
    this.id = id;
    this.group = group;
    this.index = group.calls.length;
    this.rootOrder = parent?.rootOrder ?? this.order;
    this.parent = parent;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    this.calledName = name;
    this.name = name;
    this.inputChars = inputChars;
    this.enteredAt = engine.ports.clock.now();
    this.cwd = engine.session.cwd;
    this.isDiscarded = group.isDiscarded;
    this.journaledInput = journaledInput;
  }
}

/** What is known of a call as it comes. */
type CallStart = Pick<Call, 'id' | 'name' | 'inputChars' | 'journaledInput'>;

const NO_INPUT: JsonObject = {};

export interface Waiting {
  /** Ends the wait; whoever waits looks at the call again. */
  wake(): void;
}

/** The one result of a call. */
export interface SettledResult {
  readonly outcome: Outcome;
  readonly content: HeldContent;
  readonly isError: boolean;
  readonly isReplaced: boolean;
  readonly data: unknown;
  readonly clientView: unknown;
  readonly metadata: JsonObject | undefined;
  /** What its tool, and those of calls nested in it, add for the model. */
  readonly newMessages: readonly SpokenText[];
  readonly additionalContext: readonly string[];
  readonly stop: { readonly reason: string } | undefined;
  /** From a tool that did not declare it: applied in call order. */
  readonly lateChange: ContextChange | undefined;
  readonly record: CallRecord;
}

export function isUnsettled(call: Call): boolean {
  return call.state.status !== 'settled' && call.state.status !== 'released';
}

/** Waits until `arm`'s callback or a `poke`; the caller then looks at what has happened. */
export function park(call: Call, arm?: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    call.waiting = { wake: resolve };
    arm?.(resolve);
  });
}

export function poke(call: Call): void {
  const { waiting } = call;
  call.waiting = undefined;
  waiting?.wake();
}

/** The call was cancelled or refused: it will not run, or what it does no longer counts. */
export function isStopped(call: Call): boolean {
  return call.cancelReason !== undefined || call.forced !== undefined;
}

/** Something has overtaken the call: it was stopped, or must begin again. */
export function isInterrupted(call: Call): boolean {
  return call.mustRestart || isStopped(call);
}

export function signalOf(call: Call): AbortSignal {
  call.controller ??= new AbortController();
  return call.controller.signal;
}
