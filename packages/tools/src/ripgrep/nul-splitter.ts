/** Splits streamed text at NULs; what follows the last one waits for more. */
export function createNulSplitter(onItem: (item: string) => void): (text: string) => void {
  let pending = '';
  return (text) => {
    const whole = pending + text;
    let start = 0;
    for (let end = whole.indexOf('\0'); end >= 0; end = whole.indexOf('\0', start)) {
      onItem(whole.slice(start, end));
      start = end + 1;
    }
    pending = whole.slice(start);
  };
}
