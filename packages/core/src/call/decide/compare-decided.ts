import type { DecisionGrounds } from '../../data/decision-grounds.ts';
import type { Engine } from '../../engine/engine.ts';
import { isInterrupted, type Call } from '../../engine/call.ts';
import { onGrounds } from '../../permission/describe/on-grounds.ts';
import { decidedPaths, firstChanged } from '../decided-files.ts';
import { firstMoved } from '../decided-places.ts';
import { settle } from '../settle/settle.ts';
import type { StageResult } from '../stage.ts';
import { checkWithinGrace } from '../check-within-grace.ts';

/** After a file has changed this often while a person was asked, asking again is pointless. */
const MAX_CHANGES = 5;

/**
 * The last check before the start. Where git names other files than when the call was decided, it is decided again. And a person, or a classifier, approved the call for what its files contained and where its paths led when
 * they were asked. If one has changed since, the approval is void and they are asked again.
 */
export function compareDecided(engine: Engine, call: Call): StageResult | Promise<StageResult> {
  const { decided, areNamesStill } = call.verdicts;
  const stillAreOfAsk = decided?.areNamesStill?.();
  if (stillAreOfAsk === false) return again(engine, call, `what git would change in ${engine.session.cwd}`);
  if (stillAreOfAsk === undefined && areNamesStill?.() === false) return decideAnew(engine, call);
  if (decided === undefined) return 'next';
  const moved = firstMoved(engine, decided.places);
  if (moved !== undefined) return again(engine, call, moved);
  if (decided.files.size === 0) return 'next';
  const comparing = firstChanged(engine, decided.files, decidedPaths(engine, call));
  return checkWithinGrace(engine, call, comparing).then((changed) =>
    changed === undefined || isInterrupted(call) ? 'next' : again(engine, call, changed),
  );
}

function decideAnew(engine: Engine, call: Call): StageResult {
  const { verdicts } = call;
  verdicts.changesOfNames += 1;
  if (verdicts.changesOfNames <= MAX_CHANGES) return 'recheck';
  const { cwd: directory } = engine.session;
  return giveUp(engine, call, { kind: 'names-keep-changing', directory, times: verdicts.changesOfNames });
}

function again(engine: Engine, call: Call, changed: string): StageResult {
  const { verdicts } = call;
  verdicts.withdrawApproval(changed);
  call.attempt.classification = undefined;
  if (verdicts.changesWhileAsked <= MAX_CHANGES) return 'recheck';
  const times = verdicts.changesWhileAsked;
  return giveUp(engine, call, { kind: 'file-keeps-changing', path: changed, times });
}

function giveUp(engine: Engine, call: Call, why: DecisionGrounds): StageResult {
  settle(engine, call, { code: 'denied', by: 'safety', ...onGrounds(why) });
  return 'settled';
}
