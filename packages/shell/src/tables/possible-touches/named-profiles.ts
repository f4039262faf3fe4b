import { posix } from 'node:path';
import type { FileTouch } from '../file-touch.ts';
import type { ParsedArguments } from '../row.ts';
import { implied } from './route.ts';

/** `--cpu-prof-name=x`, in the directory of another option. */
export function namedProfiles({ given }: ParsedArguments): readonly FileTouch[] {
  return ['cpu', 'heap'].flatMap((kind) =>
    (given.get(`--${kind}-prof-name`) ?? []).flatMap((name) =>
      [...(given.get(`--${kind}-prof-dir`) ?? []), '.'].map((directory) =>
        name === undefined || directory === undefined
          ? { ...implied('write', undefined, { index: 1 }), isTree: true }
          : implied('write', posix.join(directory, name), { index: 1 }),
      ),
    ),
  );
}
