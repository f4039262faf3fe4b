import { createHash } from 'node:crypto';
import type { TraceData } from '../data/trace-data.ts';
import { PAGE_SCRIPT, PAGE_STYLE } from './assets.ts';

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect x='1' y='3' width='9' height='3' rx='1.5' fill='%234f7cff'/%3E%3Crect x='5' y='8' width='10' height='3' rx='1.5' fill='%2318a999'/%3E%3C/svg%3E";

/**
 * The page, complete in one text. Nothing of `trace` can become markup or script: it is JSON in which `<`, `>` and `&` are escapes, and
 * the policy allows exactly the page's own script and style.
 *
 * @param updates the address, relative to the page, that answers with what has changed; undefined: the page is final
 */
export function renderPage(trace: TraceData, updates?: string): string {
  const policy = [
    "default-src 'none'",
    `script-src '${hash(PAGE_SCRIPT)}'`,
    `style-src '${hash(PAGE_STYLE)}'`,
    'img-src data:',
    ...(updates === undefined ? [] : ["connect-src 'self'"]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const title = escapeMarkup(trace.title === '' ? trace.id : trace.title);
  const data = escapeJson(JSON.stringify({ trace, updates }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title} · Sluice trace</title>
<link rel="icon" href="${ICON}">
<style>${PAGE_STYLE}</style>
</head>
<body>
<noscript>This page draws the trace with a script. Allow scripts to see it.</noscript>
<script type="application/json" id="trace">${data}</script>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function escapeMarkup(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** JSON in which nothing is markup, wherever it stands. */
export function escapeJson(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
