/**
 * Turns what a terminal program printed, colours and all, into a picture: `… | node scripts/terminal-svg.ts TITLE > docs/run.svg`.
 * Knows the few codes that Sluice prints: reset, dim, red, green, yellow.
 */
import { readFileSync } from 'node:fs';

const COLUMN = 8.4;
const ROW = 20;
const TONES: Readonly<Record<string, string>> = {
  '1': '#ffffff',
  '2': '#8b949e',
  '31': '#ff7b72',
  '32': '#7ee787',
  '33': '#e3b341',
  '36': '#79c0ff',
};
const [title = ''] = process.argv.slice(2);

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** One line as spans; each starts at its own column, so that no font's widths matter. */
function spans(line: string, y: number): string {
  let column = 0;
  let tone = '#e6edf3';
  let out = '';
  // eslint-disable-next-line no-control-regex -- escape sequences are what is read here
  for (const part of line.split(/(\u001b\[[0-9;]*m)/)) {
    // eslint-disable-next-line no-control-regex -- as above
    const code = /^\u001b\[([0-9;]*)m$/.exec(part)?.[1];
    if (code !== undefined) tone = TONES[code] ?? '#e6edf3';
    else if (part !== '') {
      const leading = part.length - part.trimStart().length;
      const text = part.trim();
      if (text !== '') {
        const x = 16 + (column + leading) * COLUMN;
        out += `<text x="${x.toFixed(1)}" y="${y}" fill="${tone}" textLength="${(text.length * COLUMN).toFixed(1)}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">${escape(text)}</text>`;
      }
      column += part.length;
    }
  }
  return out;
}

const lines = readFileSync(0, 'utf8').replaceAll('\r', '').trimEnd().split('\n');
const width = 32 + 92 * COLUMN;
const height = 56 + lines.length * ROW;
process.stdout.write(
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toFixed(0)} ${height}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">`,
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    `<text x="16" y="26" fill="#8b949e">$ ${escape(title)}</text>`,
    ...lines.map((line, index) => spans(line, 52 + index * ROW)),
    '</svg>',
    '',
  ].join('\n'),
);
