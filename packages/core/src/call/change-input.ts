import type { Engine } from '../engine/engine.ts';
import { demandsConflict } from '../schedule/demands.ts';
import type { JsonObject } from '../data/json.ts';
import { isStopped, type Call } from '../engine/call.ts';
import type { Outcome } from '../data/outcome.ts';
import { schemaErrorOutcome } from '../input/schema-error.ts';
import { outcomeForPerson } from '../outcome/outcome-text.ts';
import { isTrue } from '../tool/predicates.ts';
import { canonical } from '../engine/resumption.ts';
import { journalChanged } from './start/journal-start.ts';
import { settle } from './settle/settle.ts';
import type { StageResult } from './stage.ts';
import type { Approver } from '../data/decision-grounds.ts';

/**
 * Validates an input that a hook or an approver replaced, and claims it in the call's place.
 *
 * @param by the hook or automated check; undefined: a person
 * @param tellsModel of a person's answer
 */
export async function changeInput(
  engine: Engine,
  call: Call,
  json: JsonObject,
  by: Approver | undefined,
  tellsModel = false,
): Promise<StageResult> {
  if (call.tool === undefined) return 'next';
  const validation = await engine.ports.validator.validate(call.tool.inputSchema, json);
  // A call that must restart keeps its new input.
  if (isStopped(call)) return 'next';
  if (!validation.ok) {
    const { issues, schemaError } = validation;
    const outcome: Exclude<Outcome, { readonly code: 'ok' }> =
      schemaError === undefined
        ? {
            code: 'invalid-input',
            stage: 'schema',
            issues,
            message: `${replaced(by)}, and the new input is invalid; the call was not run.`,
          }
        : schemaErrorOutcome(call.name, schemaError);
    if (by !== undefined) {
      const message = `${replaced(by)} of ${call.name}, and the call is not run (${outcomeForPerson(outcome)})`;
      call.group.emit({ type: 'notice', code: 'hook-failed', message, callId: call.id });
    }
    settle(engine, call, outcome);
    return 'settled';
  }
  for (const message of validation.coercions) {
    call.group.emit({ type: 'notice', code: 'input-coerced', message, callId: call.id });
  }
  await keepChange(engine, call, validation.json, by, tellsModel);
  if (isStopped(call)) return 'next';
  adopt(engine, call, validation.json, validation.input);
  if (call.group.scheduler.reclaim(call)) runLaterAgain(call);
  return 'again';
}

function replaced(by: Approver | undefined): string {
  if (by === undefined) return 'The person who allowed it replaced the input';
  return `The ${by.kind === 'hook' ? 'hook' : 'automated check'} "${by.name}" replaced the input`;
}

/** The records say what ran, and the model learns it if it is told. */
async function keepChange(
  engine: Engine,
  call: Call,
  json: JsonObject,
  by: Approver | undefined,
  tellsModel: boolean,
): Promise<void> {
  const written = call.change?.written ?? call.json;
  if (canonical(json) === canonical(call.json)) return;
  if (engine.ports.journal.isOn)
    journalChanged(engine, call, await engine.ports.journal.text(JSON.stringify(json)), by);
  const isTold = (tellsModel && by === undefined) || call.change?.isTold === true;
  call.change = canonical(json) === canonical(written) ? undefined : { isTold, written };
}

/** Stores a validated input, and what the tool says about it. */
export function adopt(engine: Engine, call: Call, json: JsonObject, input: unknown): void {
  call.json = json;
  call.input = input;
  call.verdicts.early = undefined;
  lookForEffects(call, engine.session.cwd);
}

/** A call's effects may depend on where it runs: checked again if the working directory changed while the call waited. */
export function lookForEffects(call: Call, cwd: string): void {
  const { tool, input } = call;
  if (tool === undefined) return;
  call.cwd = cwd;
  call.hasEffects = !isTrue(() => tool.isReadOnly(input, { cwd }));
}

/** Later calls without effects that have run, and touch what this one now claims, run again: none has been released. */
function runLaterAgain(call: Call): void {
  const { demands, group } = call;
  if (demands === undefined) return;
  for (let index = call.index + 1; index < group.calls.length; index += 1) {
    const later = group.calls[index];
    if (later?.state.status !== 'settled' || later.hasEffects || !later.hasStarted) continue;
    if (later.isHandedOut) continue;
    if (later.demands !== undefined && demandsConflict(demands, later.demands)) group.rerun(later);
  }
}
