const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'] as const;

/** A readable size: `512 bytes`, `1.5 MiB`. */
export function formatBytes(bytes: number | bigint): string {
  let size = Number(bytes);
  if (size < 1024) return size === 1 ? '1 byte' : `${size} bytes`;
  let unit = 'KiB';
  for (const next of UNITS) {
    unit = next;
    size /= 1024;
    if (size < 1024) break;
  }
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}

/** A whole number with grouped thousands: `12,345`. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 line`, `2 lines`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
