import type { Plugin } from 'rolldown';

/** What an editor's file is called in its package. */
const EDITOR = /[\\/]pi-tui[\\/]dist[\\/]components[\\/]editor\.js$/;
const FIELD = /^( *autocomplete\w+Pattern = )(build\w+Pattern)\(this\.autocompleteTriggerCharacters\);$/gm;
const LAZY = `
function lazyPattern(build) {
  let made;
  return { test: (text) => (made ??= build(DEFAULT_AUTOCOMPLETE_TRIGGER_CHARACTERS)).test(text) };
}
`;

/** Each editor makes two patterns with many classes of Unicode: 4 ms, of which no start has use. They are made when they are used. */
export const lazyEditor: Plugin = {
  name: 'lazy-editor',
  transform(code, id) {
    if (!EDITOR.test(id)) return undefined;
    let fields = 0;
    const lazy = code.replaceAll(FIELD, (_field, name: string, build: string) => {
      fields += 1;
      return `${name}lazyPattern(${build});`;
    });
    if (fields !== 2)
      throw new Error(`The editor of pi-tui has changed: ${id} has ${fields} patterns, not 2.`);
    return `${lazy}${LAZY}`;
  },
};
