import fc from 'fast-check';
import { extras, type ExtraName } from './extras.ts';
import { gitCommands, widestCommands } from './git-commands.ts';
import { benignSettings, hostileSettings, type Setting } from './hostile-settings.ts';
import { benignPlaces, misleadingPlaces, type PlaceName } from './places.ts';
import { spellings, type SpellingName } from './spellings.ts';

export type ConfigurationFile =
  | 'config'
  | 'config.worktree'
  | 'included'
  | 'included where it matches'
  | 'both';

export interface PlacedSetting extends Setting {
  readonly spelling: SpellingName;
  readonly file: ConfigurationFile;
}

/** One repository, what is planted in it, and what is asked there. */
export interface Layout {
  readonly isBenign: boolean;
  readonly place: PlaceName;
  /** A byte order mark before the configuration. */
  readonly hasMark: boolean;
  readonly settings: readonly PlacedSetting[];
  readonly extras: readonly ExtraName[];
  readonly commands: readonly string[];
}

const spelling = fc.constantFrom(...spellings);
const some = (list: readonly string[], count: number): fc.Arbitrary<string[]> =>
  fc.shuffledSubarray([...list], { minLength: count, maxLength: count });
const commands = fc
  .tuple(some(widestCommands, 3), some(gitCommands, 5))
  .map(([wide, any]) => [...new Set([...wide, ...any])]);

const benign: fc.Arbitrary<Layout> = fc.record({
  isBenign: fc.constant(true),
  place: fc.constantFrom(...benignPlaces),
  hasMark: fc.boolean(),
  settings: fc.array(
    fc
      .record({ setting: fc.constantFrom(...benignSettings), spelling })
      .map(({ setting, spelling }): PlacedSetting => ({ ...setting, spelling, file: 'config' })),
    { maxLength: 4 },
  ),
  extras: fc.constant([]),
  commands,
});

const placed = (settings: readonly Setting[]): fc.Arbitrary<PlacedSetting> =>
  fc
    .record({
      setting: fc.constantFrom(...settings),
      spelling,
      file: fc.oneof(
        { weight: 6, arbitrary: fc.constant('config' as const) },
        {
          weight: 2,
          arbitrary: fc.constantFrom(
            'config.worktree' as const,
            'included' as const,
            'included where it matches' as const,
            'both' as const,
          ),
        },
      ),
    })
    .map(({ setting, ...rest }) => ({ ...setting, ...rest }));

/** Keys that execute under commands that look, more often than the rest. */
const sharp = hostileSettings.filter(({ key }) =>
  /^(?:core\.(?:fsmonitor|pager|hooksPath|worktree|attributesFile|excludesFile)|filter\.|diff\.|merge\.evil|log\.|gpg\.|format\.pretty|pretty\.|pager\.|include|submodule\.|mailmap|blame)/.test(
    key,
  ),
);

const hostile: fc.Arbitrary<Layout> = fc.record({
  isBenign: fc.constant(false),
  place: fc.constantFrom(...benignPlaces, ...misleadingPlaces),
  hasMark: fc.boolean(),
  settings: fc.array(fc.oneof(placed(sharp), placed(hostileSettings), placed(benignSettings)), {
    maxLength: 3,
  }),
  extras: fc
    .tuple(
      fc.constantFrom<ExtraName[]>([], ['attributes in the tree'], ['attributes of the repository', 'hooks']),
      fc.uniqueArray(fc.constantFrom(...extras), { maxLength: 2 }),
    )
    .map(([first, rest]) => [...new Set([...first, ...rest])]),
  commands,
});

/** A third of them are such as people have. */
export const layout: fc.Arbitrary<Layout> = fc.oneof(
  { weight: 1, arbitrary: benign },
  { weight: 2, arbitrary: hostile },
);
