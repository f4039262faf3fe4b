/** The longest text that all texts begin with. */
export function commonPrefix([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) {
    let same = 0;
    while (same < length && first[same] === other[same]) same += 1;
    length = same;
  }
  return first.slice(0, length);
}
