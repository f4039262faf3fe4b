import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { askSluice, type Asked } from './ask-sluice.ts';
import { buildLayout } from './build-layout.ts';
import { valueIn } from './hostile-settings.ts';
import type { Layout } from './layout.ts';
import { runPlain, runTraced } from './run-traced.ts';
import { violationsOf } from './violations-of.ts';
import type { World } from './world.ts';

export interface Judgment {
  readonly violations: readonly string[];
  readonly unasked: readonly string[];
  readonly asked: readonly Asked[];
}

/** Runs what Sluice would run unasked in this layout, and holds it against what it may do. */
export async function judgeLayout(layout: Layout, world: World): Promise<Judgment> {
  const place = buildLayout(layout, world);
  // Hooks may have run meanwhile.
  for (const mark of readdirSync(world.marks)) rmSync(join(world.marks, mark));
  const { unasked, asked } = await askSluice(
    world,
    place,
    layout.commands.map((command) => valueIn(command, world)),
  );
  if (unasked.length === 0) return { violations: marksIn(world, 'The decision'), unasked: [], asked };
  const decided = marksIn(world, 'The decision');
  const runs = await runTraced(world, unasked);
  const violations = [...decided, ...runs.flatMap((run) => violationsOf(run, world, place))];
  violations.push(...marksIn(world, 'A command').filter((text) => !violations.includes(text)));
  if (layout.isBenign) {
    const plain = await runPlain(world, unasked);
    for (const [index, { command, stdout }] of runs.entries()) {
      const [hardened, expected] = [stdout, plain[index] ?? ''].map((text) => timeless(text));
      if (hardened !== expected) {
        violations.push(
          `${command}: answers ${JSON.stringify(hardened)} and not ${JSON.stringify(expected)}`,
        );
      }
    }
  }
  return { violations, unasked: unasked.map(({ command }) => command), asked };
}

function marksIn({ marks }: World, who: string): string[] {
  return readdirSync(marks).length === 0 ? [] : [`${who} has run a program of the repository`];
}

/** Lines that are not committed yet are as old as the question. */
function timeless(text: string): string {
  return text.replaceAll(/(Not Committed Yet) [\d-]+ [\d:]+/g, '$1');
}
