import { relative, resolve } from 'node:path';
import { type Claim, type Claims, OUTCOME_MARKS, type PlannedCall, sanitize } from '@sluice/core';
import type { Plan } from './plan.ts';
import { countText, type Palette } from '@sluice/base';
import { reasonText } from './reason-text.ts';

/** A plan for the user: one line per call, with the wave in which it would start. */
export function planText(messages: readonly Plan[], cwd: string, palette: Palette): string {
  const lines = messages.flatMap(({ calls, errors }, index) => [
    `Message ${index + 1}: ${countText(calls.length, 'call')}; calls with the same number start together`,
    ...calls.flatMap((call) => callLines(call, cwd, palette)),
    ...errors.map(({ message }) => `  ${palette('bad', '!')} ${sanitize(message)}`),
  ]);
  return [...lines, closing(messages)].map((line) => `${line}\n`).join('');
}

function callLines(call: PlannedCall, cwd: string, palette: Palette): readonly string[] {
  const label = sanitize(`${call.name} ${call.callId}`);
  if (!call.runs) {
    const { mark, tone } = OUTCOME_MARKS[call.outcome.code];
    const reason = sanitize(reasonText(call.outcome));
    return [`  ${palette(tone, mark)} ${label}`, `      ${palette('quiet', reason)}`];
  }
  const facts = [
    call.isReadOnly ? 'reads only' : 'has effects',
    call.isConcurrencySafe ? 'concurrency-safe' : 'not concurrency-safe',
    `claims ${claimsText(call.claims, cwd)}`,
    ...(call.waitsFor.length > 0 ? [`waits for ${call.waitsFor.join(', ')}`] : []),
  ];
  return [`  ${call.wave} ${label}`, `      ${palette('quiet', sanitize(facts.join('; ')))}`];
}

function claimsText(claims: Claims | undefined, cwd: string): string {
  if (claims === undefined) return 'not declared';
  if (typeof claims === 'string') return claims;
  if (claims.length === 0) return 'nothing';
  return claims.map(({ access, resource }) => `${access} ${resourceText(resource, cwd)}`).join(', ');
}

/** A tree as `src/**`; paths inside the working directory are relative to it. */
function resourceText(resource: Claim['resource'], cwd: string): string {
  if (resource.kind === 'named') return resource.name;
  const inside = relative(cwd, resolve(cwd, resource.path));
  const path = inside === '..' || inside.startsWith('../') ? resource.path : inside;
  if (resource.kind === 'file') return path || '.';
  return path === '' ? '**' : `${path.replace(/\/$/, '')}/**`;
}

function closing(messages: readonly Plan[]): string {
  const calls = messages.flatMap((message) => message.calls);
  const running = calls.filter((call) => call.runs).length;
  return `${countText(calls.length, 'call')}: ${running} would run, ${calls.length - running} would not`;
}
