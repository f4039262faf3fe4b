/** One setting as text of a configuration file, each in another way that git-config(1) allows. */
type Spell = (section: string, subsection: string | undefined, name: string, value: string) => string;

const header = (section: string, subsection: string | undefined): string =>
  subsection === undefined ? `[${section}]` : `[${section} "${subsection.replaceAll(/["\\]/g, '\\$&')}"]`;

const quoted = (value: string): string => `"${value.replaceAll(/["\\]/g, '\\$&')}"`;

const plain: Spell = (section, subsection, name, value) =>
  `${header(section, subsection)}\n\t${name} = ${quoted(value)}\n`;

const SPELLINGS = {
  plain,
  'on one line': (section, subsection, name, value) =>
    `${header(section, subsection)} ${name}=${quoted(value)}\n`,
  'without an end of line': (...setting) => plain(...setting).trimEnd(),
  'behind a comment that ends in a backslash': (section, subsection, name, value) =>
    `[core]\n# harmless \\\n${plain(section, subsection, name, value)}`,
  'behind a comment with a semicolon and a backslash': (section, subsection, name, value) =>
    `[core] ; harmless \\\n${plain(section, subsection, name, value)}`,
  'behind a value that goes on': (section, subsection, name, value) =>
    `[user]\n\temail = a \\\n[core] b\n${plain(section, subsection, name, value)}`,
  'behind a quoted value with a comment sign': (section, subsection, name, value) =>
    `[user]\n\temail = "a # b" ; c "\n${plain(section, subsection, name, value)}`,
  'behind an escaped backslash': (section, subsection, name, value) =>
    `[user]\n\temail = a \\\\\n${plain(section, subsection, name, value)}`,
  'behind a comment that follows a value and ends in a backslash': (section, subsection, name, value) =>
    `[user]\n\temail = a # b \\\n${plain(section, subsection, name, value)}`,
  'in upper case': (section, subsection, name, value) =>
    plain(section.toUpperCase(), subsection, name.toUpperCase(), value),
  'with CRLF': (...setting) => plain(...setting).replaceAll('\n', '\r\n'),
  'with blanks everywhere': (section, subsection, name, value) =>
    `\t  \r ${header(section, subsection)} \t\n \t\r\n \t ${name} \t =  \t ${quoted(value)} \t ; x\n`,
  'value in pieces': (section, subsection, name, value) =>
    `${header(section, subsection)}\n\t${name} = ""${value.slice(0, 3)}\\\n${quoted(value.slice(3))}\n`,
  'old-style section': (section, subsection, name, value) =>
    subsection === undefined || !/^[A-Za-z0-9.-]+$/.test(subsection)
      ? plain(section, subsection, name, value)
      : `[${section}.${subsection}]\n\t${name} = ${quoted(value)}\n`,
  'subsection with escapes': (section, subsection, name, value) =>
    subsection === undefined
      ? plain(section, subsection, name, value)
      : `[${section} "${subsection.replaceAll(/[A-Za-z"\\]/g, '\\$&')}"]\n\t${name} = ${quoted(value)}\n`,
  'behind keys without a value': (section, subsection, name, value) =>
    `[core]\n\tfileMode\n\tfileMode  \n${plain(section, subsection, name, value)}`,
  'behind many of its kind': (section, subsection, name, value) =>
    `[user]\n${'\temail = a@example.com\n'.repeat(200)}${plain(section, subsection, name, value)}`,
} satisfies Record<string, Spell>;

export type SpellingName = keyof typeof SPELLINGS;

const spells = new Map<string, Spell>(Object.entries(SPELLINGS));

export const spellings = Object.keys(SPELLINGS).filter((name): name is SpellingName =>
  Object.hasOwn(SPELLINGS, name),
);

/** Text that sets `key`, such as `filter.evil.clean`. */
export function spell(spelling: SpellingName, key: string, value: string): string {
  const first = key.indexOf('.');
  const last = key.lastIndexOf('.');
  const subsection = first === last ? undefined : key.slice(first + 1, last);
  return (spells.get(spelling) ?? plain)(key.slice(0, first), subsection, key.slice(last + 1), value);
}
