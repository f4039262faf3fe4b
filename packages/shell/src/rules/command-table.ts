/**
 * Commands, written for people to look through: `rm mv cp` for programs, `git: push reset` for their sub-commands,
 * `git stash: drop` for those of sub-commands. One program's may take several lines.
 */
export function commandTable(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap((line) => {
      const colon = line.indexOf(': ');
      const names = line
        .slice(colon + 1)
        .trim()
        .split(' ');
      return colon === -1 ? names : names.map((name) => `${line.slice(0, colon)} ${name}`);
    });
}
