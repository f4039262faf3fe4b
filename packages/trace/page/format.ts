/** `0.4 ms`, `12 ms`, `1.3 s`, `4 min 5 s`, `2 h 3 min`. */
export function durationText(ms: number): string {
  if (ms < 0.05) return '0 ms';
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(ms < 9950 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`;
  return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

/** Time since the start of the session: `+1:02.345`. */
export function offsetText(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  const [hours, minutes] = [Math.floor(whole / 3_600_000), Math.floor((whole % 3_600_000) / 60_000)];
  const seconds = ((whole % 60_000) / 1000).toFixed(3).padStart(6, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}

/** `950`, `1.2 k`, `3.4 M`. */
export function countText(count: number): string {
  if (count < 1000) return String(count);
  if (count < 999_950) return `${(count / 1000).toFixed(count < 9950 ? 1 : 0)} k`;
  return `${(count / 1_000_000).toFixed(1)} M`;
}

export function dollars(usd: number): string {
  return `$${usd < 0.1 ? usd.toFixed(4) : usd.toFixed(2)}`;
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
