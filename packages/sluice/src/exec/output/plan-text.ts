import type { Claims, PlannedCall, PlannedMessage } from '@sluice/core';
import { countText } from './amounts.ts';
import { harmless } from './harmless.ts';
import { OUTCOME_MARKS } from './outcome-mark.ts';
import type { Palette } from './palette.ts';
import { reasonText } from './reason-text.ts';

/** A plan for a person: a line for each call, with the wave in which it would start. */
export function planText(messages: readonly PlannedMessage[], palette: Palette): string {
  const lines = messages.flatMap(({ calls, errors }, index) => [
    `Message ${index + 1}: ${countText(calls.length, 'call')}`,
    ...calls.flatMap((call) => callLines(call, palette)),
    ...errors.map((error) => `  ${palette('bad', '!')} ${harmless(error)}`),
  ]);
  return lines.map((line) => `${line}\n`).join('');
}

function callLines(call: PlannedCall, palette: Palette): readonly string[] {
  const label = harmless(`${call.name} ${call.callId}`);
  if (!call.runs) {
    const { mark, tone } = OUTCOME_MARKS[call.outcome.code];
    const reason = harmless(reasonText(call.outcome));
    return [`  ${palette(tone, mark)} ${label}`, `      ${palette('quiet', reason)}`];
  }
  const facts = [
    call.isReadOnly ? 'reads only' : 'has effects',
    call.isConcurrencySafe ? 'concurrency-safe' : 'not concurrency-safe',
    `claims ${claimsText(call.claims)}`,
    ...(call.waitsFor.length > 0 ? [`waits for ${call.waitsFor.join(', ')}`] : []),
  ];
  return [`  ${call.wave} ${label}`, `      ${palette('quiet', harmless(facts.join('; ')))}`];
}

function claimsText(claims: Claims | undefined): string {
  if (claims === undefined) return 'not declared';
  if (typeof claims === 'string') return claims;
  if (claims.length === 0) return 'nothing';
  return claims
    .map(({ access, resource }) => `${access} ${resource.kind === 'named' ? resource.name : resource.path}`)
    .join(', ');
}
