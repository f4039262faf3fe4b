/** More comment lines in a row than this fill a small screen. */
const MAX_COMMENT_LINES = 20;

/** Comments that may push what a command does out of sight: a sentence, if something follows so many of them. */
export function warningsAboutComments(command: string): readonly string[] {
  let [run, longest] = [0, 0];
  for (const line of command.split('\n')) {
    const text = line.trim();
    if (text.startsWith('#')) run += 1;
    else if (text !== '') {
      longest = Math.max(longest, run);
      run = 0;
    }
  }
  return longest > MAX_COMMENT_LINES
    ? [`${longest} comment lines in a row, with more of the command below them.`]
    : [];
}
