import { describeValue } from '../../input/describe.ts';
import { parseInput } from '../../input/parse-input.ts';
import { schemaErrorOutcome } from '../../input/schema-error.ts';
import { schemaSummary } from '../../input/schema-summary.ts';
import type { Validation } from '../../input/validate.ts';
import { isInline } from '../../journal/writer.ts';
import type { JournalText } from '../../ports/journal-entry.ts';
import type { Engine } from '../../engine/engine.ts';
import type { GivenInput } from '../../data/given-input.ts';
import type { Group } from '../../engine/call.ts';
import type { AnyTool } from '../../tool/tool.ts';
import { Call, isStopped, notify, wait } from '../../engine/call.ts';
import { cancel } from '../cancel.ts';
import { adopt } from '../change-input.ts';
import { journalReceived } from '../start/journal-start.ts';
import { live } from '../life.ts';
import { move } from '../move.ts';
import { messageOf } from '../../tool/predicates.ts';
import type { Outcome } from '../../data/outcome.ts';
import { cancelIfSiblingFailed, overtaken, settle } from '../settle/settle.ts';
import { targetOf } from './target-of.ts';

/** Placeholder for an input that no journal will store. */
const UNWRITTEN: JournalText = { text: '' };

export interface Incoming {
  readonly id: string;
  readonly name: string;
  readonly input: GivenInput;
  /** The journal has it: its arrival is not recorded again. */
  readonly isJournaled?: boolean;
  /** Rejects the call whatever it is: it was at the end of a truncated message, or its program refuses it. */
  readonly refusal?: () => Exclude<Outcome, { code: 'ok' }> | undefined;
}

/**
 * Stages 1 and 2: lookup by name, then alias; schema. A failure settles at once and claims nothing; a valid call is queued and starts its
 * life. Returns a promise only if something had to be waited for: the caller must then hold back later calls, because their order depends
 * on claims.
 */
export function receive(engine: Engine, group: Group, given: Incoming): Call | Promise<Call> {
  const incoming = redirect(engine, given);
  const text = inputText(incoming.input);
  if (isInline(text)) {
    const call = openCall(
      engine,
      group,
      incoming,
      text.length,
      engine.ports.journal.isOn ? { text } : UNWRITTEN,
      { isKnown: incoming.isJournaled === true },
    );
    const pending = check(engine, call, incoming);
    return pending === undefined ? call : pending.then(() => call);
  }
  return receiveLong(engine, group, incoming, text);
}

/** One step only. A call that the journal has was redirected when it came. */
function redirect({ tools }: Engine, incoming: Incoming): Incoming {
  const name = incoming.isJournaled === true ? undefined : tools.aliases.get(incoming.name);
  return name === undefined ? incoming : { ...incoming, name };
}

async function receiveLong(engine: Engine, group: Group, incoming: Incoming, text: string): Promise<Call> {
  const journaledInput = await engine.ports.journal.text(text);
  const isKnown = incoming.isJournaled === true;
  const call = openCall(engine, group, incoming, text.length, journaledInput, { isKnown });
  await check(engine, call, incoming);
  return call;
}

/** Adds the call to its group. One that is already in the journal is not recorded again. */
export function openCall(
  engine: Engine,
  group: Group,
  { id, name }: Incoming,
  inputChars: number,
  journaledInput: JournalText,
  { isKnown }: { readonly isKnown: boolean } = { isKnown: false },
): Call {
  engine.schedule.nextOrder += 1;
  const call = new Call(group, {
    id,
    name,
    inputChars,
    journaledInput,
    order: engine.schedule.nextOrder,
    enteredAt: engine.ports.clock.now(),
    cwd: engine.session.cwd,
  });
  group.calls.push(call);
  group.emitState(call, 'received', call.enteredAt);
  if (group.parent === undefined) engine.questions.received(id);
  if (!isKnown) journalReceived(engine, call);
  return call;
}

function check(engine: Engine, call: Call, incoming: Incoming): Promise<void> | undefined {
  const refusal = incoming.refusal?.();
  if (refusal !== undefined) {
    if (refusal.code === 'denied') {
      const { by, reason, grounds } = refusal;
      call.verdicts.decision = { behavior: 'deny', by, reason, grounds };
    }
    settle(engine, call, refusal);
    return undefined;
  }
  return checkAs(engine, call, incoming);
}

/** @param isTarget the call targets this tool through another one */
function checkAs(
  engine: Engine,
  call: Call,
  { name, input }: Pick<Incoming, 'name' | 'input'>,
  isTarget = false,
  mayCome = true,
): Promise<void> | undefined {
  const tool = engine.tools.pool.find(name);
  if (tool === undefined) {
    const arrival = mayCome ? engine.tools.arrival(name) : undefined;
    if (arrival !== undefined)
      return afterArrival(engine, call, arrival, () =>
        checkAs(engine, call, { name, input }, isTarget, false),
      );
    const whyGone = engine.tools.pool.whyGone(name);
    const whyMissing = engine.tools.whyMissing(name);
    const nearNames = engine.tools.pool.near(name);
    settle(engine, call, { code: 'unknown-tool', name, nearNames, whyGone, whyMissing });
    return undefined;
  }
  call.tool = tool;
  call.poolVersion = engine.tools.pool.version;
  // From here on it has its own name: hooks, limits and records don't know aliases.
  call.name = tool.name;
  const parsed = parseInput(input);
  if (!parsed.ok) {
    settle(engine, call, { code: 'invalid-input', stage: parsed.stage, issues: [], message: parsed.message });
    return undefined;
  }
  const validate = () => engine.ports.validator.validate(tool.inputSchema, parsed.input);
  if (tool.target !== undefined) return checkTarget(engine, call, tool, isTarget, validate);
  if (tool.load !== undefined && !engine.tools.ready.has(tool))
    return loadAndCheck(engine, call, tool, validate);
  const validation = validate();
  if (!(validation instanceof Promise)) {
    enqueue(engine, call, tool, validation);
    return undefined;
  }
  return validation.then((ready) => enqueue(engine, call, tool, ready));
}

/** Waits for the tool, unless the call is stopped: it then settles at once. */
async function afterArrival(
  engine: Engine,
  call: Call,
  arrival: Promise<void>,
  goOn: () => Promise<void> | undefined,
): Promise<void> {
  const { interrupted } = call.group;
  if (interrupted !== undefined) cancel(call, interrupted);
  if (!isStopped(call)) await wait(call, (resolve) => void arrival.then(resolve));
  if (isStopped(call)) overtaken(engine, call);
  else await goOn();
}

/** Replaces a call of a bridge tool by its target call. */
async function checkTarget(
  engine: Engine,
  call: Call,
  tool: AnyTool,
  isTarget: boolean,
  validate: () => Validation | Promise<Validation>,
): Promise<void> {
  const found = isTarget ? undefined : await targetOf(tool, validate);
  if (found === undefined) {
    const message = `${tool.name} can't be called through itself. Give the name of the tool to call.`;
    settle(engine, call, { code: 'invalid-input', stage: 'schema', issues: [], message });
    return;
  }
  if (!found.ok) {
    enqueue(engine, call, tool, found.validation);
    return;
  }
  await checkAs(
    engine,
    call,
    { name: found.target.name, input: { kind: 'value', value: found.target.input } },
    true,
  );
}

/** For the first call of a tool that loads something. */
async function loadAndCheck(
  engine: Engine,
  call: Call,
  tool: AnyTool,
  validate: () => Validation | Promise<Validation>,
): Promise<void> {
  try {
    await tool.load?.();
  } catch (error) {
    const message = `The tool ${tool.name} could not be prepared: ${messageOf(error)}`;
    settle(engine, call, { code: 'tool-error', errorCode: 'tool-not-ready', message });
    return;
  }
  engine.tools.ready.add(tool);
  enqueue(engine, call, tool, await validate());
}

function enqueue(engine: Engine, call: Call, tool: AnyTool, validation: Validation): void {
  if (!validation.ok) {
    const { issues, schemaError } = validation;
    settle(
      engine,
      call,
      schemaError === undefined
        ? { code: 'invalid-input', stage: 'schema', issues, message: refusalText(engine, tool) }
        : schemaErrorOutcome(tool.name, schemaError),
    );
    return;
  }
  for (const change of validation.coercions) {
    call.group.emit({ type: 'notice', code: 'input-coerced', message: change, callId: call.id });
  }
  adopt(engine, call, validation.json, validation.input);
  move(engine, call, 'received', { status: 'queued' });
  const { interrupted } = call.group;
  if (interrupted !== undefined) cancel(call, interrupted);
  cancelIfSiblingFailed(engine, call);
  call.group.scheduler.add(call);
  live(engine, call);
}

function refusalText(engine: Engine, tool: AnyTool): string {
  if (tool.isDeferred && !engine.tools.loaded.names.has(tool.name)) {
    const hint = engine.tools.loadHint(tool.name);
    const summary = schemaSummary(tool.inputSchema);
    // Without an agent there is no search that would load it.
    if (hint === undefined)
      return `The call did not run. The input of ${tool.name} is, in short, ${summary}. Correct these fields and call it again.`;
    return `The call did not run, and you have not seen the schema of ${tool.name} yet. ${hint} In short, its input is ${summary}.`;
  }
  return 'The call did not run. Correct these fields and call it again.';
}

export function inputText(input: GivenInput): string {
  if (input.kind !== 'value') return input.text;
  try {
    return JSON.stringify(input.value) ?? 'null';
  } catch {
    return JSON.stringify(describeValue(input.value));
  }
}

/** The call was ready but now conflicts with an earlier one. */
export function onShut(call: Call): void {
  const { status } = call.state;
  const hasBegun = status === 'preparing' || status === 'awaiting-permission';
  const canRunAgain = !call.hasEffects && (status === 'executing' || status === 'settling');
  if (!hasBegun && !canRunAgain) return;
  call.mustRestart = true;
  notify(call);
}
