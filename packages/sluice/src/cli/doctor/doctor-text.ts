import { createPalette, type Tone } from '@sluice/base';
import { sanitize } from '@sluice/core';
import type { Finding } from './finding.ts';

const MARKS: Readonly<Record<Finding['status'], readonly [mark: string, tone: Tone]>> = {
  good: ['ok', 'good'],
  absent: ['--', 'quiet'],
  doubtful: ['??', 'refused'],
  bad: ['!!', 'bad'],
};

/** One line per finding, with what was tried below it. */
export function doctorText(findings: readonly Finding[], hasColor: boolean): string {
  const palette = createPalette(hasColor);
  const width = Math.max(...findings.map(({ name }) => name.length));
  return findings
    .map(({ name, status, text, details = [] }) => {
      const [mark, tone] = MARKS[status];
      const lines = details.map(
        (detail) => `${' '.repeat(width + 5)}${palette('quiet', sanitize(detail))}\n`,
      );
      return `${palette(tone, mark)} ${name.padEnd(width)}  ${sanitize(text)}\n${lines.join('')}`;
    })
    .join('');
}
