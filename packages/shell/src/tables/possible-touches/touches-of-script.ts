import type { FileTouch } from '../file-touch.ts';
import type { ScriptReach } from '../scripts/script-reach.ts';
import { implied } from './route.ts';

/** The files that a script names, attributed to the argument at `place`. */
export function touchesOfScript(
  { reads, writes }: Pick<ScriptReach, 'reads' | 'writes'>,
  place: { readonly index: number },
): readonly FileTouch[] {
  const touch = (access: FileTouch['access'], name: string | undefined): FileTouch =>
    name === undefined
      ? { access, path: undefined, isTree: true, argument: place.index, isComputed: true }
      : implied(access, name, place);
  return [...reads.map((name) => touch('read', name)), ...writes.map((name) => touch('write', name))];
}
