/** The name by which tables know a program: without its directory, and without a version (`python3.12`). */
export function programName(word: string): string {
  const name = fileName(word);
  let end = name.length;
  while (end > 1 && '0123456789.'.includes(name.charAt(end - 1))) end -= 1;
  if (end > 1 && end < name.length && name.charAt(end - 1) === '-') end -= 1;
  return name.slice(0, end);
}

/** The last part of a path. */
function fileName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

/** `NAME=value` before a command. */
export function isAssignment(word: string): boolean {
  return /^[A-Za-z_]\w*\+?=/.test(word);
}
