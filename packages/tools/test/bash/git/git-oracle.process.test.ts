import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commandsInDirectory, gitCommands, widestCommands } from './git-commands.ts';
import { benignSettings, hostileSettings } from './hostile-settings.ts';
import { judgeLayout, type Judgment } from './judge-layout.ts';
import { knownHoles } from './known-holes.ts';
import { benignPlaces } from './places.ts';
import { unaskedSettings } from './unasked-settings.ts';
import { layout, type Layout, type PlacedSetting } from './layout.ts';
import { createWorldMaker } from './world.ts';

/** 500 layouts where `SLUICE_RUNS` is 1,000, as in CI. */
const LAYOUTS = Math.ceil(Number(process.env['SLUICE_RUNS'] ?? 40) / 2);

const worlds = createWorldMaker();
const systemNow = Date.now;
const MINUTE_MS = 60_000;

beforeAll(() => {
  // What git says of files that changed a moment ago is not kept. Nothing changes these while commands are decided.
  vi.spyOn(Date, 'now').mockImplementation(() => systemNow() + MINUTE_MS);
});

afterAll(() => {
  vi.restoreAllMocks();
  worlds.dispose();
});

async function judge(one: Layout): Promise<Judgment> {
  const world = worlds.newWorld();
  try {
    return await judgeLayout(one, world);
  } finally {
    world.dispose();
  }
}

describe('a repository that was found to mislead', () => {
  it.each(knownHoles)('%s', async (_, one) => {
    expect((await judge(one)).violations).toEqual([]);
  });
});

/** Where no directory `dir` belongs to the repository around the session. */
const WITHOUT_DIRECTORY: ReadonlySet<string> = new Set([
  'subdirectory',
  'repository in a repository',
  'no repository',
]);

describe('in a repository such as people have, every command that looks runs unasked, with the answer of git', () => {
  it.each(benignPlaces)('%s', async (place) => {
    const settings = benignSettings.map((setting): PlacedSetting => ({
      ...setting,
      spelling: 'plain',
      file: 'config',
    }));
    const commands = [...widestCommands, ...(WITHOUT_DIRECTORY.has(place) ? [] : commandsInDirectory)];
    const one = { isBenign: true, place, hasMark: false, settings, extras: [], commands };
    const { violations, asked } = await judge(one);
    expect(violations).toEqual([]);
    expect(asked).toEqual([]);
  });
});

describe('git commands that run unasked', () => {
  it(
    'start nothing but git, read nothing outside, write nothing, and answer as git does',
    { timeout: 1_800_000 },
    async () => {
      const counts = { layouts: 0, commands: 0, unasked: 0, benign: 0, 'benign unasked': 0 };
      const count = (one: Layout, { unasked }: Judgment): void => {
        counts.layouts += 1;
        counts.commands += one.commands.length;
        counts.unasked += unasked.length;
        if (!one.isBenign) return;
        counts.benign += one.commands.length;
        counts['benign unasked'] += unasked.length;
      };
      // Two at a time: most of the work is that of other processes.
      const pair = fc.tuple(layout, layout);
      const property = fc.asyncProperty(pair, async (layouts) => {
        const judged = await Promise.all(layouts.map((one) => judge(one)));
        for (const [index, one] of layouts.entries()) {
          const judgment = judged[index];
          if (judgment !== undefined) count(one, judgment);
        }
        expect(judged.flatMap(({ violations }) => violations)).toEqual([]);
      });
      await fc.assert(property, { numRuns: Math.ceil(LAYOUTS / 2) });
      console.log(
        `git oracle: ${Object.entries(counts)
          .map(([name, value]) => `${value} ${name}`)
          .join(', ')}`,
      );
      // The list also holds commands that always ask.
      if (LAYOUTS >= 100) expect(counts['benign unasked'] / counts.benign).toBeGreaterThan(0.6);
    },
  );
});

const hostile = hostileSettings.map((setting): PlacedSetting => ({
  ...setting,
  spelling: 'plain',
  file: 'config',
}));

/** A key in a repository, and what is asked there besides the widest commands. */
interface Around {
  readonly setting: PlacedSetting;
  readonly commands: readonly string[];
}

describe('keys that start programs or point elsewhere', () => {
  it('do nothing where commands run unasked beside one of them', { timeout: 1_800_000 }, async () => {
    const counts = { keys: 0, commands: 0, unasked: 0 };
    const around: fc.Arbitrary<Around> = fc.record({
      setting: fc.constantFrom(...hostile),
      commands: fc.shuffledSubarray([...gitCommands], { minLength: 8, maxLength: 8 }),
    });
    const property = fc.asyncProperty(fc.tuple(around, around), async (pair) => {
      const layouts = pair.map(({ setting, commands }) =>
        repositoryWith([setting], [...new Set([...widestCommands, ...commands])]),
      );
      const judged = await Promise.all(layouts.map((one) => judge(one)));
      counts.keys += layouts.length;
      counts.commands += layouts.reduce((sum, { commands }) => sum + commands.length, 0);
      counts.unasked += judged.reduce((sum, { unasked }) => sum + unasked.length, 0);
      expect(judged.flatMap(({ violations }) => violations)).toEqual([]);
    });
    const each = hostile.map((setting) => ({ setting, commands: [] }));
    const pairs = each.flatMap((one, index): [[Around, Around]][] =>
      index % 2 === 0 ? [[[one, each[index + 1] ?? one]]] : [],
    );
    const isWhole = LAYOUTS >= hostile.length;
    const numRuns = isWhole ? pairs.length : Math.ceil(LAYOUTS / 8);
    await fc.assert(property, { numRuns, examples: isWhole ? pairs : [] });
    console.log(`git keys: ${counts.keys} keys, ${counts.commands} commands, ${counts.unasked} unasked`);
  });

  it('do nothing where commands run unasked beside many of them', { timeout: 1_800_000 }, async () => {
    const world = worlds.newWorld();
    const allowed = await unaskedSettings(hostile, ['git diff', 'git cat-file -p HEAD'], world);
    world.dispose();
    // In several parts, for some take the place of others.
    const parts = [0, 1, 2, 3].map((part) => allowed.filter((_, index) => index % 4 === part));
    for (const part of parts) {
      const commands = LAYOUTS >= hostile.length ? gitCommands : widestCommands;
      const { violations, unasked } = await judge(repositoryWith(part, commands));
      expect(violations, part.map(({ key }) => key).join(' ')).toEqual([]);
      if (part.length > 0) expect(unasked.length).toBeGreaterThan(5);
    }
    console.log(`git keys: ${allowed.length} of ${hostile.length} leave commands unasked`);
  });
});

/** A repository in which the settings have all that they need to take effect. */
function repositoryWith(settings: readonly PlacedSetting[], commands: readonly string[]): Layout {
  return {
    isBenign: false,
    place: 'plain',
    hasMark: false,
    settings,
    extras: ['attributes in the tree', 'attributes of the repository', 'hooks'],
    commands,
  };
}
