import type { Mutant } from './mutant.ts';

const TOLD = 'packages/sluice/test/cli/permission/told-elsewhere.test.ts';
const TABLES = 'packages/shell/src/tables';
const EFFECTS = 'packages/shell/src/effects';

/** What programs are told by texts, files and options that name no file plainly. */
export const GIVEN_TEXT_MUTANTS: readonly Mutant[] = [
  {
    name: 'curl-pattern-literal',
    breaks: 'Under deny rules, curl reads and writes denied files by patterns in an address.',
    promise: 3,
    file: `${TABLES}/possible-touches/curl-globs.ts`,
    find: 'if (isGlobOff || !/[{[\\\\]/u.test(text)) return [{ url: text, parts: [] }];',
    replace: "if (isGlobOff || text !== '') return [{ url: text, parts: [] }];",
    test: TOLD,
    title: 'curl',
  },
  {
    name: 'curl-configuration-unread',
    breaks: 'A configuration that the line gives to curl makes it open denied files.',
    promise: 3,
    file: `${EFFECTS}/command/told-by-files.ts`,
    find: '    ...optionsNamed(name, core, source),\n',
    replace: '',
    test: TOLD,
    title: 'curl',
  },
  {
    name: 'start-up-file-unread',
    breaks: 'A line that writes .curlrc, .wgetrc or .sqliterc makes a program open denied files.',
    promise: 3,
    file: `${EFFECTS}/command/told-by-files.ts`,
    find: '    ...startedWith(name, core, source),\n',
    replace: '',
    test: TOLD,
  },
  {
    name: 'wget-commands-harmless',
    breaks: 'wget -e output_document=F writes a denied file.',
    promise: 3,
    file: `${TABLES}/possible-touches/wget.ts`,
    find: "if (WRITING_COMMANDS.has(name)) return [implied('write', value, place)];",
    replace: 'if (WRITING_COMMANDS.has(name)) return [];',
    test: TOLD,
    title: 'wget',
  },
  {
    name: 'descriptor-text-unread',
    breaks: 'A script that the line gives by a descriptor writes denied files and runs denied commands.',
    promise: 3,
    file: `${EFFECTS}/item/descriptor-path.ts`,
    find: '(descriptorOf(word) ?? 0) > 0',
    replace: '(descriptorOf(word) ?? 0) > 60',
    test: TOLD,
    title: 'scripts',
  },
  {
    name: 'sqlite-directory-unfollowed',
    breaks: 'Behind .cd, sqlite3 opens a denied file by another name.',
    promise: 3,
    file: `${TABLES}/possible-touches/sqlite-files.ts`,
    find: "if ('cd'.startsWith(name) && words[0] !== undefined) directory = posix.join(directory, words[0]);",
    replace: '',
    test: TOLD,
    title: 'databases',
  },
  {
    name: 'sql-computed-name-harmless',
    breaks: 'A name that SQL computes (ATTACH, readfile) opens a denied file.',
    promise: 3,
    file: `${TABLES}/possible-touches/sqlite-files.ts`,
    find: 'if (name === undefined) return anything();',
    replace: 'if (name === undefined) return [];',
    test: TOLD,
    title: 'databases',
  },
];
