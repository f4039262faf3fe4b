import { readFileSync } from 'node:fs';

/** Start times count from boot, so those of an earlier boot mean nothing. Empty if the system doesn't provide it. */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return '';
  }
}
