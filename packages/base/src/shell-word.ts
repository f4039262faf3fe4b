/** A text as one word of a command that a person can copy into a shell. */
export function shellWord(text: string): string {
  return /^[\w./~+=:@%,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
