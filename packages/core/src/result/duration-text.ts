const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds in readable units: `7 ms`, `1.2 s`, `2 min 5 s`, `1 h 30 min`. The remainder is dropped. */
export function durationText(milliseconds: number): string {
  const ms = Math.round(milliseconds);
  if (ms < SECOND) return `${ms} ms`;
  if (ms < MINUTE) return `${Math.floor(ms / 100) / 10} s`;
  if (ms < HOUR) return joined([Math.floor(ms / MINUTE), 'min'], [Math.floor((ms % MINUTE) / SECOND), 's']);
  return joined([Math.floor(ms / HOUR), 'h'], [Math.floor((ms % HOUR) / MINUTE), 'min']);
}

function joined(...parts: readonly (readonly [count: number, unit: string])[]): string {
  const [large, ...small] = parts.map(([count, unit]) => ({ count, text: `${count} ${unit}` }));
  return [large?.text, ...small.filter(({ count }) => count > 0).map(({ text }) => text)].join(' ');
}
