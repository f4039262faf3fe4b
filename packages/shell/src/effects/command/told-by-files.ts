import { posix } from 'node:path';
import { optionFiles, type OptionsInText } from '../../tables/option-files.ts';
import { knownName } from '../../tables/known-name.ts';
import { givenScripts, type GivenScripts } from '../../tables/given-scripts.ts';
import { looseArguments } from '../../tables/possible-touches.ts';
import { UNKNOWN_REACH, type ScriptReach } from '../../tables/scripts/script-reach.ts';
import { WITH_RESPONSE_FILES } from '../../tables/response-files.ts';
import { startUpFiles } from '../../tables/start-up-files.ts';
import { addedItem, argumentsOf, textOf, type Item } from '../item/item.ts';
import { isInput, isOtherDescriptor } from '../item/descriptor-path.ts';
import { sqlCommands } from '../running/sql-commands.ts';
import { resolvePath } from '../path/path-effects.ts';
import type { GivenText, State } from '../state/state.ts';
import type { Walk } from '../state/walk.ts';
import { textsWrittenTo } from '../state/written-texts.ts';

/** What a command is told by texts that aren't among its words. */
export interface Told {
  /** Its words, with options that a file adds. */
  readonly variants: readonly (readonly Item[])[];
  /** What scripts do. */
  readonly reaches: readonly ScriptReach[];
  /** A text may start any command. */
  readonly mayRunAnything: boolean;
}

const NOTHING: Told = { variants: [], reaches: [], mayRunAnything: false };

/** What is known of the surroundings of a command. */
export interface ToldBy {
  readonly walk: Walk;
  readonly state: State;
  readonly input: GivenText | undefined;
  readonly substituted: GivenText | undefined;
  /** Files that are its input. */
  readonly inputs: readonly (string | undefined)[];
}

/** Options and scripts in files and texts that the words name, and in files that the program reads by itself. */
export function toldByFiles(core: readonly Item[], source: ToldBy): Told {
  const name = nameOf(core);
  const all = [
    ...optionsNamed(name, core, source),
    ...startedWith(name, core, source),
    ...argumentsNamed(name, core, source),
    ...scriptsNamed(name, core, source),
  ];
  return {
    variants: all.flatMap(({ variants }) => variants),
    reaches: all.flatMap(({ reaches }) => reaches),
    mayRunAnything: all.some(({ mayRunAnything }) => mayRunAnything),
  };
}

const nameOf = (core: readonly Item[]): string => knownName(textOf(core[0])?.replace(/^.*\//u, '') ?? '');

function optionsNamed(name: string, core: readonly Item[], source: ToldBy): readonly Told[] {
  const files = optionFiles.get(name);
  const parsed = files === undefined ? undefined : looseArguments(argumentsOf(core));
  if (files === undefined || parsed === undefined) return [];
  const { given, positionals } = parsed;
  return files.flatMap(({ option, optionsIn, isOnlyGiven, inTexts, unless }) => {
    const isUnread =
      !hasInput(source) ||
      positionals.length > (unless?.operands ?? 0) ||
      unless?.options.some((one) => given.has(one)) === true;
    const named = option === undefined ? (isUnread ? [] : ['-']) : (given.get(option) ?? []);
    const values = inTexts === undefined ? named : namedInTexts(inTexts, core, source);
    return values.map((value) => {
      const text = isOnlyGiven === true ? givenAt(value, source) : textAt(value, source);
      return withOptions(core, isOnlyGiven === true && text === 'unknown' ? 'none' : text, optionsIn);
    });
  });
}

const JAVA = new Set('java javac jar javadoc'.split(' '));

/** Words in files that the line writes: `gcc @file`. */
function argumentsNamed(name: string, core: readonly Item[], source: ToldBy): readonly Told[] {
  if (!WITH_RESPONSE_FILES.has(name) && !JAVA.has(name)) return [];
  return core.slice(1).flatMap((item) => {
    const word = textOf(item) ?? '';
    if (!word.startsWith('@')) return [];
    const text = givenAt(word.slice(1), source);
    return [
      withOptions(core, text, (one) =>
        one
          .replaceAll(/["'\\]/gu, '')
          .split(/\s+/u)
          .filter((part) => part !== ''),
      ),
    ];
  });
}

function namedInTexts(
  pattern: RegExp,
  core: readonly Item[],
  { input, substituted }: ToldBy,
): readonly string[] {
  const texts = [...core.map((item) => textOf(item)), input?.text, substituted?.text];
  return texts.flatMap((text) => Array.from((text ?? '').matchAll(pattern), ([, name = '']) => name));
}

/** Scripts that the line gives or writes; of others, that is the business of the user. */
function scriptsNamed(name: string, core: readonly Item[], source: ToldBy): readonly Told[] {
  const scripts = givenScripts.get(name);
  if (scripts === undefined) return [];
  const words = core.slice(1).map((item) => textOf(item) ?? '');
  const named = words.flatMap((word, index): readonly string[] => {
    const found = scripts.options.flatMap((option) => valueBehind(word, option) ?? []);
    if (found.length > 0)
      return found.flatMap((value) => (value === '' ? words.slice(index + 1, index + 2) : [value]));
    return scripts.operands && !word.startsWith('-') ? [word] : [];
  });
  const isAny = words.some((word) => scripts.anyWord?.test(word) === true);
  const others = isAny ? words.flatMap((word) => [word, word.replace(/^-\w+=/u, '')]) : [];
  const included = scripts.named === undefined ? [] : namedInTexts(scripts.named, core, source);
  const all = [...named, ...others, ...included].flatMap((value) => searchedAt(value, scripts, source));
  const texts = all.map((value) => givenAt(value, source));
  // A dash makes an editor read what it edits.
  const input =
    scripts.input && hasInput(source) && (scripts.readsDash === true || !words.includes('-'))
      ? [textAt('-', source)]
      : [];
  return [...texts, ...input].flatMap((text): readonly Told[] => {
    if (text === 'none' || (text === 'unknown' && scripts.isOnlyKnown === true)) return [];
    const reach = text === 'unknown' ? UNKNOWN_REACH : scripts.reach(text.text, [name, ...words]);
    return [{ ...NOTHING, reaches: [reach], mayRunAnything: reach.commands.length > 0 }];
  });
}

/** Wherever a program looks for a file of this name. */
function searchedAt(
  value: string,
  { searched, members }: GivenScripts,
  { state }: ToldBy,
): readonly string[] {
  if (members !== undefined)
    return [value, ...members.flatMap((name) => [`${value}${name}`, `${value}/${name}`])];
  if (searched === undefined) return [value];
  const { variable, ending } = searched;
  const lists = state.guesses.get(variable) ?? state.variables.get(variable) ?? [];
  const places = lists.flatMap((list) => list.split(':'));
  const paths = value.startsWith('/') ? [value] : [value, ...places.map((place) => posix.join(place, value))];
  return paths.flatMap((path) => [path, `${path}${ending}`]);
}

/** `-f a`, `-nfa`, `--file=a`, `--fil=a`: nothing of the value if it is in the next word. Undefined: another option. */
function valueBehind(word: string, option: string): string | undefined {
  if (word === option) return '';
  if (option.length > 2) {
    const equals = word.indexOf('=');
    const name = equals === -1 ? word : word.slice(0, equals);
    const isOne = name.length > 2 && name !== '--' && option.startsWith(name);
    return isOne ? word.slice(name.length).replace(/^=/u, '') : undefined;
  }
  const at = /^-\w/u.test(word) ? word.indexOf(option.charAt(1), 1) : -1;
  return at === -1 ? undefined : word.slice(at + 1);
}

const hasInput = ({ input, inputs }: ToldBy): boolean => input !== undefined || inputs.length > 0;

/** A text, one that isn't known, or none: there is no such file. */
type Text = { readonly text: string } | 'unknown' | 'none';

/** The content of a file that a word names: as it is now, or as the line leaves it. */
function textAt(value: string | undefined, source: ToldBy): Text {
  if (value === undefined) return 'none';
  if (isOtherDescriptor(value)) return known(source.substituted);
  if (!isInput(value)) return contentOf(value, source);
  const [file] = source.inputs;
  return source.input === undefined && file !== undefined ? contentOf(file, source) : known(source.input);
}

const known = (given: GivenText | undefined): Text =>
  given?.isKnown === true ? { text: given.text } : 'unknown';

/** The same, of texts that the line itself gives or writes alone. */
function givenAt(value: string | undefined, source: ToldBy): Text {
  if (value === undefined) return 'none';
  const isGiven = isInput(value) || isOtherDescriptor(value) || isWritten(value, source);
  return isGiven ? textAt(value, source) : 'none';
}

const isWritten = (path: string, { walk, state }: ToldBy): boolean =>
  placesOf(path, state).some((one) => textsWrittenTo(walk, one) !== undefined);

function contentOf(value: string, { walk, state }: ToldBy): Text {
  const places = state.places ?? [undefined];
  const texts = places.map((place): Text => {
    const path = resolvePath(value, place) ?? value;
    const written = textsWrittenTo(walk, path);
    const there = path.startsWith('/') ? walk.context.readText?.(path) : undefined;
    if (written === undefined) return there === undefined ? 'none' : { text: there };
    return written.isKnown ? { text: [there ?? '', ...written.texts].join('\n') } : 'unknown';
  });
  if (texts.includes('unknown')) return 'unknown';
  const found = texts.flatMap((one) => (typeof one === 'string' ? [] : [one.text]));
  return found.length === 0 ? 'none' : { text: found.join('\n') };
}

function withOptions(core: readonly Item[], text: Text, optionsIn: OptionsInText | undefined): Told {
  if (text === 'none') return NOTHING;
  const words = text === 'unknown' ? undefined : optionsIn?.(text.text);
  const [program, ...rest] = core;
  const mayRunAnything = optionsIn === undefined || words?.some((word) => /askpass/iu.test(word)) === true;
  if (words === undefined || program === undefined)
    return { ...NOTHING, reaches: [UNKNOWN_REACH], mayRunAnything };
  const variant = [program, ...words.map(addedItem), ...rest];
  const runsOthers =
    sqlCommands(nameOf(core), variant, { input: undefined, substituted: undefined }).length > 0;
  return { ...NOTHING, variants: [variant], mayRunAnything: mayRunAnything || runsOthers };
}

/** The files of the home directory count if the line writes them, and others that a variable of the line chooses if they are there. */
function startedWith(name: string, core: readonly Item[], source: ToldBy): readonly Told[] {
  const files = startUpFiles.get(name);
  if (files === undefined || files.without?.test(textOf(core[1]) ?? '') === true) return [];
  const words = core.slice(1).map((item) => textOf(item) ?? '');
  if (files.only !== undefined && !words.some((word) => files.only?.test(word))) return [];
  const { walk, state } = source;
  const paths = Object.entries(files.variables).flatMap(([variable, names]) => {
    const chosen = state.guesses.get(variable) ?? state.variables.get(variable);
    const { home } = walk.context;
    const directories = chosen ?? (variable === 'HOME' && home !== undefined ? [home] : []);
    return directories.flatMap((directory) =>
      names.map((one) => ({ path: posix.join(directory, one), isChosen: chosen !== undefined })),
    );
  });
  const inDirectories = (files.directories ?? []).flatMap((directory) =>
    placesOf(directory, state).flatMap((place) =>
      [...walk.written, ...walk.copies].flatMap(({ path = '' }) =>
        path.startsWith(`${place}/`) ? [path] : [],
      ),
    ),
  );
  const here = [...files.here, ...inDirectories].map((path) => ({ path, isChosen: false }));
  return [...paths, ...here].flatMap(({ path, isChosen }) => {
    return isChosen || isWritten(path, source)
      ? [withOptions(core, contentOf(path, source), files.optionsIn)]
      : [];
  });
}

function placesOf(path: string, { places }: State): readonly string[] {
  return (places ?? []).map((place) => resolvePath(path, place) ?? path);
}
