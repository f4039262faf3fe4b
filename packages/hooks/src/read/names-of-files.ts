/** Characters that make a name a pattern. Patterns select among watched files, and watch none. */
const NOT_LITERAL = /[*?[\](){}^$+\\/]/;

/** The names that a FileChanged matcher lists literally, `.envrc|.env`: files to watch in the current directory. */
export function namesOfFiles(matcher: string | undefined): readonly string[] {
  const names = matcher?.split('|') ?? [];
  return names.filter((name) => name !== '' && !NOT_LITERAL.test(name) && !name.includes('\0'));
}
