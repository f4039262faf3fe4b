import { getOwn, isJsonObject, sanitize, sanitizeLines, type JsonObject } from '@sluice/core';
import type { SessionAsk } from './open-asks-of.ts';

const MAX_PREVIEW_LINES = 40;

/** All that a person has to know to answer, one paragraph per call. */
export function asksText(asks: readonly SessionAsk[]): string {
  return asks.map(askText).join('\n');
}

function askText({ session, ask }: SessionAsk): string {
  const { requestId, toolName, input, summary, reason, answer, request } = ask;
  const lines = [
    `${requestId}  ${toolName}${summary === '' || summary === toolName ? '' : `: ${summary}`}`,
    `  session  ${session.id}${session.title === undefined ? '' : ` (${session.title})`}`,
    `  in       ${session.cwd}`,
    `  why      ${reason}`,
    ...(answer === undefined
      ? []
      : [`  answered ${answer.behavior === 'allow' ? 'yes' : 'no'}; not run yet`]),
    ...previewLines(request),
    `  input    ${JSON.stringify(input)}`,
  ];
  return `${lines.map((line) => sanitize(line)).join('\n')}\n`;
}

function previewLines(request: JsonObject): readonly string[] {
  const preview = getOwn(request, 'preview');
  if (!isJsonObject(preview)) return [];
  const { hunks, plan } = preview;
  const lines = Array.isArray(hunks) ? hunks.flatMap(hunkLines) : [];
  if (typeof plan === 'string') lines.push(...sanitizeLines(plan).split('\n'));
  const rest = lines.length - MAX_PREVIEW_LINES;
  const shown = lines.slice(0, MAX_PREVIEW_LINES).map((line) => `    ${line}`);
  return rest > 0 ? [...shown, `    … ${rest} more lines: --json shows them`] : shown;
}

function hunkLines(hunk: unknown): readonly string[] {
  const lines = isJsonObject(hunk) ? hunk['lines'] : undefined;
  return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [];
}
