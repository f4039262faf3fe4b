/** What no name of a file means in a list of names: patterns choose among files that are watched, and watch none. */
const NOT_LITERAL = /[*?[\](){}^$+\\/]/;

/** The names that a matcher of FileChanged spells out, `.envrc|.env`: files of the current directory that are watched. */
export function namesOfFiles(matcher: string | undefined): readonly string[] {
  const names = matcher?.split('|') ?? [];
  return names.filter((name) => name !== '' && !NOT_LITERAL.test(name) && !name.includes('\0'));
}
