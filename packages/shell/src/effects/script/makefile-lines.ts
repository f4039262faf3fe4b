const INCLUDE = /^ *(?:-|s)?include[ \t]+([^#\n]*)/gmu;

/** The names behind `include` and its like, as written. */
export function includedMakefiles(text: string): readonly string[] {
  return [...text.replaceAll(/\\\n[\t ]*/gu, ' ').matchAll(INCLUDE)].flatMap(([, names = '']) =>
    names.split(/\s+(?![^()]*\))/u).filter((name) => name !== ''),
  );
}

/** A name that changes how make or a shell runs recipes. */
const CHANGES_RUN =
  /^(?:SHELL|\.SHELLFLAGS|\.RECIPEPREFIX|MAKEFLAGS|MAKEFILES|MAKE|VPATH|BASH_ENV|ENV|PATH)$/u;

const SPECIAL_TARGET =
  /^\.(?:PHONY|DEFAULT_GOAL|SUFFIXES|PRECIOUS|SECONDARY|INTERMEDIATE|DELETE_ON_ERROR|SILENT|IGNORE|NOTPARALLEL|DEFAULT)$/u;

/** Functions that only make text of text, or tell something, or run a command that is looked at by itself. */
const FUNCTIONS =
  /\$[({](?!(?:shell|wildcard|subst|patsubst|addprefix|addsuffix|notdir|dir|basename|suffix|strip|filter|filter-out|sort|words?|wordlist|firstword|lastword|info|warning|error|if|or|and|abspath|realpath|join)\s)[\w-]+\s/u;

const CONDITION = /^\s*(?:ifeq|ifneq|ifdef|ifndef|else|endif)\b/u;

/**
 * Whether a makefile holds nothing but recipes, targets and variables that can be followed.
 * @param isAdded it is added to what is there, whose recipes its variables may change
 * @param words of the command that runs it
 */
export function isUnderstoodMakefile(
  text: string,
  isAdded: boolean,
  words: readonly (string | undefined)[],
): boolean {
  if (FUNCTIONS.test(text) || /^\s*\.RECIPEPREFIX/mu.test(text)) return false;
  const given = words.map((word) => /^(\w+)[:+?]*=/u.exec(word ?? '')?.[1]);
  return text
    .replaceAll(/\\\n[\t ]*/gu, ' ')
    .split('\n')
    .every((line) => {
      if (/^\s*(?:#.*)?$/u.test(line) || line.startsWith('\t') || CONDITION.test(line)) return true;
      const [, name] = /^ *(?:(?:override|export) +)*([\w.-]+)[ \t]*(?:[:+?!]|::)?=/u.exec(line) ?? [];
      if (name !== undefined) return !CHANGES_RUN.test(name) && !isAdded && !given.includes(name);
      const [, targets, rest] = /^([^\s:=#][^:=#]*?)\s*::?(?!=)([^]*)$/u.exec(line) ?? [];
      if (targets === undefined || rest === undefined) return false;
      const [dependencies = ''] = rest.split(';');
      if (/[=]/u.test(dependencies)) return false;
      return targets.split(/\s+/u).every((one) => !/^\.[A-Z]/u.test(one) || SPECIAL_TARGET.test(one));
    });
}
