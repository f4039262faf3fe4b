import type { Use } from './route.ts';
import { removesAll } from './operands.ts';
import { route, type Route } from './route.ts';
import type { ParsedArguments } from '../row.ts';

const RECURSIVE = '-r/-R/--recursive';

/** Without a flag for it: each operand goes with everything below it. */
const removesTrees = ({ positionals }: ParsedArguments): readonly Use[] => [['remove', positionals, true]];

/** Programs that are there to remove their operands, beside `rm` and `rmdir`, with any options. */
export const removerRoutes: readonly (readonly [string, Route])[] = [
  ...route('grm unlink safe-rm', { flags: RECURSIVE, operands: removesAll }),
  ...route('rimraf', { values: '--max-retries --retry-delay --backoff --tmp', operands: removesTrees }),
  ...route('del del-cli', { operands: removesTrees }),
  ...route('trash trash-put trash-cli gio gvfs-trash', { operands: removesTrees }),
  ...route('srm', { flags: RECURSIVE, operands: removesAll }),
  ...route('wipe', { flags: RECURSIVE, values: '-l -Q -S -C -X -o', operands: removesAll }),
];
