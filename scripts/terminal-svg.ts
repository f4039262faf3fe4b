/**
 * Turns what a terminal program printed, colors and all, into a picture: `… | node scripts/terminal-svg.ts TITLE > docs/run.svg`.
 * A second argument, `light`, chooses dark text on a light ground; a third, `COLUMN,ROW`, draws the cursor. Knows the few codes that Sluice prints: reset, bold, dim, red,
 * green, yellow, cyan.
 */
import { readFileSync } from 'node:fs';

const COLUMN = 8.4;
const ROW = 20;
interface Palette {
  readonly ground: string;
  readonly text: string;
  readonly quiet: string;
  readonly tones: Readonly<Record<string, string>>;
}
const DARK: Palette = {
  ground: '#0d1117',
  text: '#e6edf3',
  quiet: '#8b949e',
  tones: {
    '1': '#ffffff',
    '2': '#8b949e',
    '31': '#ff7b72',
    '91': '#ff7b72',
    '32': '#7ee787',
    '33': '#e3b341',
    '36': '#79c0ff',
  },
};
const LIGHT: Palette = {
  ground: '#f6f8fa',
  text: '#1f2328',
  quiet: '#59636e',
  tones: {
    '1': '#000000',
    '2': '#59636e',
    '31': '#cf222e',
    '91': '#cf222e',
    '32': '#116329',
    '33': '#7d4e00',
    '36': '#0550ae',
  },
};
const [title = '', theme = 'dark', cursor = ''] = process.argv.slice(2);
const palette = theme === 'light' ? LIGHT : DARK;

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** What a program has set and not taken back yet, be it in an earlier line. */
let [intensity, color] = ['', ''];

function toneOf(codes: string): string {
  for (const code of codes.split(';')) {
    if (code === '' || code === '0') [intensity, color] = ['', ''];
    else if (code === '22') intensity = '';
    else if (code === '39') color = '';
    else if (code === '1' || code === '2') intensity = code;
    else if (code in palette.tones) color = code;
  }
  return palette.tones[color] ?? palette.tones[intensity] ?? palette.text;
}
let tone = palette.text;

/** One line as spans; each starts at its own column, so that no font's widths matter. */
function spans(line: string, y: number): string {
  let column = 0;
  let out = '';
  // eslint-disable-next-line no-control-regex -- escape sequences are what is read here
  for (const part of line.split(/(\u001b\[[0-9;]*m)/)) {
    // eslint-disable-next-line no-control-regex -- as above
    const code = /^\u001b\[([0-9;]*)m$/.exec(part)?.[1];
    if (code !== undefined) tone = toneOf(code);
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

function cursorAt(place: string): readonly string[] {
  const [column, row] = place.split(',').map(Number);
  if (place === '' || column === undefined || row === undefined) return [];
  const [x, y] = [16 + column * COLUMN, 38 + row * ROW];
  return [
    `<rect x="${x.toFixed(1)}" y="${y}" width="${COLUMN}" height="18" fill="${palette.quiet}" opacity="0.7"/>`,
  ];
}

const lines = readFileSync(0, 'utf8').replaceAll('\r', '').trimEnd().split('\n');
const width = 32 + 92 * COLUMN;
const height = 56 + lines.length * ROW;
process.stdout.write(
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toFixed(0)} ${height}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">`,
    `<rect width="100%" height="100%" rx="8" fill="${palette.ground}"/>`,
    `<text x="16" y="26" fill="${palette.quiet}">$ ${escape(title)}</text>`,
    ...cursorAt(cursor),
    ...lines.map((line, index) => spans(line, 52 + index * ROW)),
    '</svg>',
    '',
  ].join('\n'),
);
