import { effectsIn } from '../../data/permission-mode.ts';
import { combine, withoutAsking } from '../../policy/combine.ts';
import { askedBy, demandsOfAsk, placesOf, type Ask } from '../../permission/ask/demands-of-ask.ts';
import type { PermissionDecision } from '../../permission/decision.ts';
import type { Engine } from '../../engine/engine.ts';
import type { AnyTool, ToolPermission } from '../../tool/tool.ts';
import { ask } from './ask.ts';
import { askOf, refuseAsAnswered } from '../suspend/suspend.ts';
import { isInterrupted, type Call } from '../../engine/call.ts';
import { checkContext } from '../check-context.ts';
import { askClassifier } from './classify.ts';
import { decideByPolicy } from './policy-decision.ts';
import { messageOf } from '../../tool/predicates.ts';
import { advise } from '../../permission/describe/remedy-of.ts';
import { onGrounds } from '../../permission/describe/on-grounds.ts';
import { deniedBy } from '../denied-by.ts';
import type { StageResult } from '../stage.ts';
import { checkWithinGrace } from '../check-within-grace.ts';
import { settle } from '../settle/settle.ts';
import type { Verdicts } from '../../engine/verdicts.ts';

/** Stage 5: a denial is final; an ask goes to a person, or is denied if no one can answer. */
export function decide(engine: Engine, call: Call): StageResult | Promise<StageResult> {
  const { tool } = call;
  if (tool === undefined) return 'next';
  if (tool.checkPermissions === undefined) return settleDecision(engine, call, tool, undefined);
  return checkByTool(engine, call, tool).then((tightened) => settleDecision(engine, call, tool, tightened));
}

function settleDecision(
  engine: Engine,
  call: Call,
  tool: AnyTool,
  tightened: ToolPermission | undefined,
): StageResult | Promise<StageResult> {
  if (isInterrupted(call)) return 'next';
  const { mode, version } = engine.permission.state.current();
  call.verdicts.decidedVersion = version;
  const { changedFile } = call.verdicts;
  const decideNow = (): PermissionDecision => {
    const policy = decideByPolicy(engine, call, tool);
    const combined = combine(policy, tightened, call.verdicts.hook, tool.interaction !== undefined);
    return changedFile === undefined ? combined : askAgain(combined, changedFile);
  };
  const decision = decideNow();
  const isApprovedAsk = decision.behavior === 'ask' && isApproved(call.verdicts, decision);
  // What a rule or a hook asks about may still be denied; only an approval needs everything to be allowed.
  if (decision.behavior !== 'ask' || isApprovedAsk || effectsIn(mode) !== 'classify') {
    return carryOut(engine, call, tool, isApprovedAsk ? decision : withoutAsking(decision, mode), decideNow);
  }
  return askClassifier(engine, call, tool, decision).then((classified) => {
    if (isInterrupted(call)) return 'next';
    if (engine.permission.state.current().version === version)
      return carryOut(engine, call, tool, classified, decideNow);
    // The verdict was about an earlier state.
    call.attempt.classification = undefined;
    return settleDecision(engine, call, tool, tightened);
  });
}

function carryOut(
  engine: Engine,
  call: Call,
  tool: AnyTool,
  decision: PermissionDecision,
  decideNow: () => PermissionDecision,
): StageResult | Promise<StageResult> {
  call.verdicts.decision = decision;
  const answer = call.parent === undefined ? askOf(engine, call)?.answer : undefined;
  if (answer?.behavior === 'deny' && decision.behavior !== 'deny') {
    refuseAsAnswered(engine, call, answer);
    return 'settled';
  }
  switch (decision.behavior) {
    case 'allow':
      call.group.onAllowed?.(call);
      return 'next';
    case 'deny':
      settle(engine, call, deniedBy(decision));
      return 'settled';
    case 'ask':
      if (isApproved(call.verdicts, decision)) {
        const { parts, version } = decision;
        call.verdicts.decision = {
          parts,
          version,
          asked: askedBy(decision),
          behavior: 'allow',
          ...approval(call.verdicts),
        };
        return 'next';
      }
      return ask(engine, call, tool, decision, decideNow);
    default:
      return decision satisfies never;
  }
}

/** Who allowed what was asked. */
function approval({
  approver,
}: Verdicts): Pick<Extract<PermissionDecision, { behavior: 'allow' }>, 'by' | 'reason' | 'grounds'> {
  return { by: approver?.kind ?? 'person', ...onGrounds({ kind: 'approved', approver }) };
}

/** The approval of the file's old content may have been "always", which doesn't cover the new content. */
function askAgain(decision: PermissionDecision, changedFile: string): PermissionDecision {
  if (decision.behavior !== 'allow') return decision;
  const { parts, version } = decision;
  return {
    parts,
    version,
    behavior: 'ask',
    by: 'default',
    ...onGrounds({ kind: 'file-changed', path: changedFile }),
    ...advise({ code: 'stop-changing-file' }),
  };
}

/** An approval is void if something now demands an ask that didn't when it was given, such as a new rule. */
function isApproved({ approval, approvedPlaces }: Verdicts, decision: Ask): boolean {
  if (approval === undefined) return false;
  // A directory may have become a link while the person was asked: then the call leads where no one has said it may.
  const isElsewhere = [...placesOf(decision)].some((place) => approvedPlaces?.has(place) === false);
  if (isElsewhere) return false;
  return decision.by === 'default' || [...demandsOfAsk(decision)].every((demand) => approval.has(demand));
}

async function checkByTool(engine: Engine, call: Call, tool: AnyTool): Promise<ToolPermission | undefined> {
  try {
    const checking = tool.checkPermissions?.(call.input, checkContext(engine, call));
    return checking instanceof Promise ? await checkWithinGrace(engine, call, checking) : checking;
  } catch (error) {
    return { behavior: 'deny', message: `the tool could not check its permission: ${messageOf(error)}` };
  }
}
