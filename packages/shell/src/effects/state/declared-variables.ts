import type { Word } from '../../tree.ts';
import { isSafeVariable, namesCommand } from './safe-variables.ts';

/** Variables by which the shell or programs choose what they run, or how they read it. */
const CHOOSING =
  /^(?:PATH|IFS|ENV|CDPATH|GLOBIGNORE|SHELLOPTS|POSIXLY_CORRECT|PS\d|LD_\w*|DYLD_\w*|BASH\w*|GIT_\w*|LESS\w*|PERL5DB|npm_config_\w*|\w*(?:INIT|RUNNER|PAGER|EDITOR|VISUAL|BROWSER|OPTIONS|OPTS?|FLAGS|ARGS|RSH|SSH|ASKPASS|PATH|HOME|LOADER|WRAPPER|PRELOAD|SHELL|COMMAND|CMD|HOOK|CONFIG)\w*)$/u;

/** Whether a word of a declaration may set a variable by which commands are chosen. */
export function mayChooseCommands({ literal, parts: [first] }: Word): boolean {
  const text = literal ?? (first?.type === 'literal' ? first.value : '');
  if (literal?.includes('=') === true && namesCommand(literal.slice(0, literal.indexOf('=')))) return false;
  const [, name] = /^(\w+)=/u.exec(text) ?? /^(\w+)$/u.exec(literal ?? '') ?? [];
  return name === undefined || CHOOSING.test(name);
}

/** Whether a word of a declaration sets no more than how programs speak. */
export function isHarmlessDeclaration(word: string | undefined): boolean {
  if (word === undefined || word.startsWith('-')) return false;
  const equals = word.indexOf('=');
  const name = equals === -1 ? word : word.slice(0, equals);
  return isSafeVariable(name);
}

/** It may set a variable that says which repository git works on. */
export function mayMoveGit({ literal, parts: [first] }: Word): boolean {
  const text = literal ?? (first?.type === 'literal' ? first.value : '');
  if (literal === undefined && !text.includes('=')) return true;
  return GIT_PLACE.test(text) && (literal === undefined || !text.includes('='));
}

/** Variables that say which repository git works on. */
const GIT_PLACE = /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|NAMESPACE|CONFIG\w*)\b/u;
