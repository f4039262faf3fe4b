import type { Engine } from '../../engine/engine.ts';
import { isInterrupted, type Call } from '../../engine/call.ts';
import { onGrounds } from '../../permission/on-grounds.ts';
import { decidedPaths, firstChanged } from '../decided-files.ts';
import { firstMoved } from '../decided-places.ts';
import { settle } from '../settle/settle.ts';
import type { StageResult } from '../stage.ts';
import { checkWithinGrace } from '../check-within-grace.ts';

/** After a file has changed this often while a person was asked, asking again is pointless. */
const MAX_CHANGES = 5;

/**
 * The last check before the start: a person, or a classifier, approved the call for what its files contained and where its paths led when
 * they were asked. If one has changed since, the approval is void and they are asked again.
 */
export function compareDecided(engine: Engine, call: Call): StageResult | Promise<StageResult> {
  const { decided } = call.verdicts;
  if (decided === undefined) return 'next';
  const moved = firstMoved(engine, decided.places);
  if (moved !== undefined) return again(engine, call, moved);
  if (decided.files.size === 0) return 'next';
  const comparing = firstChanged(engine, decided.files, decidedPaths(engine, call));
  return checkWithinGrace(engine, call, comparing).then((changed) =>
    changed === undefined || isInterrupted(call) ? 'next' : again(engine, call, changed),
  );
}

function again(engine: Engine, call: Call, changed: string): StageResult {
  const { verdicts } = call;
  verdicts.withdrawApproval(changed);
  call.attempt.classification = undefined;
  if (verdicts.changesWhileAsked <= MAX_CHANGES) return 'recheck';
  const times = verdicts.changesWhileAsked;
  const grounds = onGrounds({ kind: 'file-keeps-changing', path: changed, times });
  settle(engine, call, { code: 'denied', by: 'safety', ...grounds });
  return 'settled';
}
