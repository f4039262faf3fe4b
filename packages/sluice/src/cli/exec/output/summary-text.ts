import { durationText, OUTCOME_MARKS, type OutcomeCode } from '@sluice/core';
import type { Summary } from '../tally.ts';
import { countText } from '@sluice/base';

/** The closing line: `3 calls: 2 ok, 1 denied · 1.3 s, 2.1 s of calls, up to 2 at once`. */
export function summaryText(summary: Summary): string {
  const { calls, outcomes, discarded, wallMs, callMs, peakConcurrency, errors } = summary;
  const codes = Object.keys(OUTCOME_MARKS).filter((code): code is OutcomeCode => code in outcomes);
  const counts = codes.map((code) => `${outcomes[code] ?? 0} ${OUTCOME_MARKS[code].word}`);
  if (discarded > 0) counts.push(`${discarded} retracted`);
  const outcome = counts.length === 0 ? '' : `: ${counts.join(', ')}`;
  const times = [durationText(wallMs)];
  if (callMs > 0) times.push(`${durationText(callMs)} of calls`);
  if (peakConcurrency > 1) times.push(`up to ${peakConcurrency} at once`);
  const problems = errors === 0 ? '' : ` · ${countText(errors, 'error')} in the input`;
  return `${countText(calls, 'call')}${outcome} · ${times.join(', ')}${problems}`;
}
