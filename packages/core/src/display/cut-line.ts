/** The line, or its beginning and end within about this many UTF-16 units, with the number left out between them. */
export function cutLine(line: string, length: number): string {
  if (line.length <= length) return line;
  const tail = Math.floor(length / 2);
  const head = line.slice(0, length - tail).toWellFormed();
  return `${head}… (${line.length - length} characters left out) …${line.slice(-tail).toWellFormed()}`;
}
