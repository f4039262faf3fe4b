import { describe, expect, it } from 'vitest';
import { backgroundOf, backgroundReply, type Background } from '../../src/text/background.ts';
import { CODES, createStyle } from '../../src/text/style.ts';

/** Text that is large, or a mark beside the words that say the same, is readable from this contrast on (WCAG 2.2, 1.4.11). */
const LEAST_CONTRAST = 3;

/** The colors of widespread terminals as they are delivered: red, green, yellow, blue, magenta, cyan, and bright red. */
const TERMINALS: readonly [name: string, Background, paper: string, colors: readonly string[]][] = [
  ['xterm', 'light', 'ffffff', ['cd0000', '00cd00', 'cdcd00', '0000ee', 'cd00cd', '00cdcd', 'ff0000']],
  ['Terminal.app', 'light', 'ffffff', ['c23621', '25bc24', 'adad27', '492ee1', 'd338d3', '33bbc8', 'fc391f']],
  ['GNOME, light', 'light', 'ffffff', ['c01c28', '26a269', 'a2734c', '12488b', 'a347ba', '2aa1b3', 'f66151']],
  [
    'VS Code, light',
    'light',
    'ffffff',
    ['cd3131', '00bc00', '949800', '0451a5', 'bc05bc', '0598bc', 'cd3131'],
  ],
  [
    'Solarized Light',
    'light',
    'fdf6e3',
    ['dc322f', '859900', 'b58900', '268bd2', 'd33682', '2aa198', 'cb4b16'],
  ],
  [
    'One Half Light',
    'light',
    'fafafa',
    ['e45649', '50a14f', 'c18401', '0184bc', 'a626a4', '0997b3', 'e45649'],
  ],
  ['xterm -rv', 'dark', '000000', ['cd0000', '00cd00', 'cdcd00', '0000ee', 'cd00cd', '00cdcd', 'ff0000']],
  ['GNOME, dark', 'dark', '1e1e1e', ['c01c28', '26a269', 'a2734c', '12488b', 'a347ba', '2aa1b3', 'f66151']],
  ['VS Code, dark', 'dark', '1e1e1e', ['cd3131', '0dbc79', 'e5e510', '2472c8', 'bc3fbc', '11a8cd', 'f14c4c']],
  [
    'Windows Terminal',
    'dark',
    '0c0c0c',
    ['c50f1f', '13a10e', 'c19c00', '0037da', '881798', '3a96dd', 'e74856'],
  ],
  ['PuTTY', 'dark', '000000', ['bb0000', '00bb00', 'bbbb00', '0000bb', 'bb00bb', '00bbbb', 'ff5555']],
  [
    'Solarized Dark',
    'dark',
    '002b36',
    ['dc322f', '859900', 'b58900', '268bd2', 'd33682', '2aa198', 'cb4b16'],
  ],
];

const BRIGHT_RED = 91;

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

describe.each(TERMINALS)('on the background of %s (%s)', (_name, background, paper, colors) => {
  const named = Object.entries(CODES[background]).filter(([, code]) => code > 30);

  it.each(named)('the color of %s is readable', (_style, code) => {
    expect(contrast(colors[code === BRIGHT_RED ? 6 : code - 31] ?? paper, paper)).toBeGreaterThanOrEqual(
      LEAST_CONTRAST,
    );
  });
});

it('each background has its codes, and without colors there are none', () => {
  expect(createStyle(true)('accent', 'a')).toBe('\u001b[36ma\u001b[0m');
  expect(createStyle(true, 'light')('accent', 'a')).toBe('\u001b[35ma\u001b[0m');
  expect(createStyle(false, 'light')('accent', 'a')).toBe('a');
});

it.each([
  [undefined, undefined],
  ['15;0', 'dark'],
  ['0;15', 'light'],
  ['0;default;15', 'light'],
  ['0;7', 'light'],
  ['12;8', 'dark'],
  ['0;default', undefined],
  ['0;155', undefined],
] as const)('COLORFGBG=%s is a %s background', (COLORFGBG, background) => {
  expect(backgroundOf({ COLORFGBG })).toBe(background);
});

it.each([
  ['\u001b]11;rgb:ffff/ffff/ffff\u001b\\', 'light'],
  ['\u001b]11;rgb:fdf6/e3e3/0000\u0007', 'light'],
  ['\u001b]11;rgb:f/f/f\u0007', 'light'],
  ['\u001b]11;rgba:ff/ff/ff/80\u001b\\', 'light'],
  ['\u001b]11;rgb:0000/0000/0000\u001b\\', 'dark'],
  ['\u001b]11;rgb:2828/2c2c/3434\u0007', 'dark'],
  // Full blue is dark to an eye.
  ['\u001b]11;rgb:00/00/ff\u0007', 'dark'],
  ['\u001b]10;rgb:ffff/ffff/ffff\u001b\\', undefined],
  ['\u001b]11;cmyk:1/1/1\u0007', undefined],
] as const)('the reply %j tells of a %s background', (reply, background) => {
  expect(backgroundReply(reply)).toBe(background);
});
