import { classifyArguments } from '../../tables/classify-arguments.ts';
import type { GitChange } from '../../tables/file-touch.ts';
import { exactTouches } from '../../tables/exact-touches.ts';
import { commitsShown } from '../../tables/possible-touches/commits-shown.ts';
import type { FileEffect } from '../analysis.ts';
import { insertionsFor } from './harden.ts';
import { useOfRepository } from './use-of-repository.ts';
import { addedItem, argumentsOf, textOf, type Item } from '../item/item.ts';
import { reachesNetwork } from '../../tables/network-programs.ts';
import { namedByGit } from '../path/named-by-git.ts';
import type { Standpoint } from '../path/path-effects.ts';
import { withNamedSources } from '../path/named-sources.ts';
import { withPlainMatches } from '../path/plain-matches.ts';
import { directoryOf, type State } from '../state/state.ts';
import { madePlace } from '../state/printed-place.ts';
import type { Shell } from '../state/walk.ts';
import { PLAIN, type Judgment } from './judgment.ts';
import { touchEffects, wordEffects } from './touch-effects.ts';
import { uncertainFiles } from './uncertain-files.ts';
import { repositoryEffects } from './repository-effects.ts';

/** Judges a program by the tables of what is known of it. */
export function judgeProgram(
  given: readonly Item[],
  shell: Shell,
  state: State,
  isNested: boolean,
  standpoint: Standpoint,
): Judgment {
  const items = textOf(given[0]) === 'git' ? given.map((item) => withRevision(item)) : given;
  const classification = classifyArguments(argumentsOf(withPlainMatches(items, standpoint)));
  if (classification.kind === 'read-only') {
    const { hardening, reads, reportsOnMachine } = classification;
    const shown = commitsShown(argumentsOf(given));
    const files = reads.flatMap((read) => {
      const { access, path, isRecursive, followsLinks, ofRepository, argument, mayNameOthers } = read;
      if (ofRepository === true) {
        const kept = repositoryEffects(shell, access, path, isRecursive, standpoint);
        return shown === undefined || !isRecursive
          ? kept
          : kept.map((one) => ofCommits(one, shown, standpoint));
      }
      // Then every word names a commit.
      if (shown !== undefined && argument !== undefined && isRecursive) return [];
      const item = argument === undefined ? undefined : items[argument];
      const isWhole = item !== undefined && (path === undefined || path === textOf(item));
      const used = isWhole ? item : { ...addedItem(path), written: path ?? '' };
      const effects = wordEffects(access, used, isRecursive, { ...standpoint, followsLinks });
      if (mayNameOthers === true) return [...effects, ...namedBy(effects, shell)];
      return followsLinks ? effects.map((effect) => ({ ...effect, levels: Infinity })) : effects;
    });
    const judgment = { ...PLAIN, files, reportsOnMachine, usesNetwork: false };
    if (hardening === undefined) return { ...judgment, isReadOnly: true, why: 'it only reads' };
    const insertions = insertionsFor(hardening, items, shell, isNested);
    if ('why' in insertions) return { ...judgment, why: insertions.why };
    const { environment, repository } = hardening;
    const hardened = { ...judgment, isReadOnly: true, why: 'it only reads', environment, insertions };
    if (repository === undefined) return hardened;
    const used = useOfRepository(repository, shell, state);
    const all = [...files, ...used.files];
    if (used.why !== undefined) return { ...judgment, why: used.why, files: all };
    return {
      ...hardened,
      files: all,
      environment: repository.isUnpinned === true ? environment : { ...environment, ...used.pins },
      needsNoRepository: used.isAbsent,
      repository: used.mayWrite ? 'may-write' : 'read',
    };
  }
  const why =
    classification.kind === 'not-read-only' ? classification.why : 'what the program does is not known';
  const made = madeFile(items, shell, state);
  if (made !== undefined) return made;
  const named = withNamedSources(items, standpoint);
  const command = exactTouches(argumentsOf(named));
  if (command === undefined)
    return {
      ...PLAIN,
      why,
      files: uncertainFiles(items, shell, standpoint),
      usesNetwork: reachesNetwork(items.map((item) => textOf(item))),
    };
  const files = command.touches.flatMap((touch) => touchEffects(touch, named, standpoint));
  const isReadOnly = files.every(({ access }) => access === 'read' || access === 'list');
  const own = isReadOnly ? 'it writes to no file' : 'it changes files';
  return {
    ...PLAIN,
    isReadOnly,
    why: own,
    files,
    isFileEdit: command.isFileEdit,
    transfersLinks: command.transfersLinks,
    usesNetwork: false,
  };
}

/** `mktemp` makes a file that is like no other. */
function madeFile(items: readonly Item[], shell: Shell, state: State): Judgment | undefined {
  const place = madePlace(
    shell,
    items.map((item) => textOf(item)),
    directoryOf(state),
  );
  if (place === undefined) return undefined;
  const file = { access: 'write', path: place, isTree: false, written: place } as const;
  return { ...PLAIN, why: 'it makes a file of its own', files: [file], isFileEdit: true, usesNetwork: false };
}

/** Of all that was there once, what certain commits show of it. */
function ofCommits(effect: FileEffect, shown: GitChange, standpoint: Standpoint): FileEffect {
  const { isPast, ...rest } = effect;
  if (isPast !== true || effect.access !== 'read') return effect;
  return namedByGit(rest, { gitNames: shown, isOfTop: true, place: '.' }, standpoint);
}

function withRevision(item: Item): Item {
  return item.revision === undefined ? item : { ...item, value: item.revision };
}

/** What a thin archive holds lies anywhere. */
function namedBy(archives: readonly FileEffect[], { walk }: Shell): readonly FileEffect[] {
  const { namesOthers = (path: string) => path.endsWith('.a') } = walk.context;
  return archives
    .filter(({ path, isTree }) => path === undefined || isTree || namesOthers(path))
    .map(({ written }) => ({ access: 'read', path: undefined, isTree: true, written }));
}
