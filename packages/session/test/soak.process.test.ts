import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';
import type { SoakReport } from './fixtures/soak.ts';

const script = fileURLToPath(new URL('fixtures/soak.ts', import.meta.url));

/** An object in the old generation, even a dead one, keeps what it refers to. */
const MAX_OLD_BYTES = 750;

it('of a message stays in memory little more than its model was shown, and of a session that was disposed of nothing', () => {
  const words = ['--expose-gc', '--conditions=sluice-source', script, scratch()];
  const report: SoakReport = JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }));
  const { shownPerRound, handledPerRound } = report;
  expect(shownPerRound).toBeLessThan(handledPerRound / 20);
  expect(report.keptPerRound - shownPerRound).toBeLessThan(handledPerRound / 8);
  expect(report).toMatchObject({ heldSessions: 0, moreListeners: 0 });
  expect(report.oldPerMessage).toBeLessThan(MAX_OLD_BYTES);
  expect(report.keptPerSession).toBeLessThan(handledPerRound / 2);
});
