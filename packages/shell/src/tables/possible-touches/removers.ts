import { touchPositionals } from '../exact-touches/touch-positionals.ts';
import type { FileTouch } from '../file-touch.ts';
import { knownWord } from '../known-word.ts';
import type { Use } from './route.ts';
import { removesAll, writes } from './operands.ts';
import { route, type Route } from './route.ts';
import type { Arguments, ParsedArguments } from '../row.ts';

const RECURSIVE = '-r/-R/--recursive';

/** Without a flag for it: each operand goes with everything below it. */
const removesTrees = ({ positionals }: ParsedArguments): readonly Use[] => [['remove', positionals, true]];

/** Programs that make a file system or the like where their operands are. */
const FORMATTERS =
  'mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mkfs.f2fs mke2fs mkdosfs mkntfs ' +
  'mkswap newfs blkdiscard pvcreate pvremove';

/** Programs that show what is on a disk, or change it: each with the words that tell. */
const DISK_EDITORS = [
  ['wipefs', /^(?:-\w*[ao]|--all|--offset)/u],
  ['sgdisk', /^-(?:[Zzodn]|-zap|-clear|-delete|-new)/u],
  ['parted', /^(?:mk|rm$|resizepart$|rescue$)/u],
  ['cryptsetup', /^(?:luksFormat|erase|luksErase|reencrypt)$/u],
  ['badblocks', /^-\w*w/u],
] as const;

const changesDisk =
  (telling: RegExp) =>
  ({ positionals }: ParsedArguments, argv: Arguments): readonly FileTouch[] =>
    argv.some((word) => telling.test(knownWord(word) ?? ''))
      ? touchPositionals(positionals, argv, 'write')
      : [];

/** Programs that are there to remove their operands, beside `rm` and `rmdir`, with any options. */
export const removerRoutes: readonly (readonly [string, Route])[] = [
  ...route('grm unlink safe-rm', { flags: RECURSIVE, operands: removesAll }),
  ...route('rimraf', { values: '--max-retries --retry-delay --backoff --tmp', operands: removesTrees }),
  ...route('del del-cli', { operands: removesTrees }),
  ...route('trash trash-put trash-cli gio gvfs-trash', { operands: removesTrees }),
  ...route('srm', { flags: RECURSIVE, operands: removesAll }),
  ...route(FORMATTERS, { values: '-t -L -n -s -o -u -U -b -c', operands: writes }),
  ...DISK_EDITORS.flatMap(([name, telling]) => route(name, { more: changesDisk(telling) })),
  ...route('wipe', { flags: RECURSIVE, values: '-l -Q -S -C -X -o', operands: removesAll }),
];
