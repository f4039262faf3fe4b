import { readFileSync } from 'node:fs';

/** Start times count from the boot: an earlier one's mean nothing. Empty on a system that does not tell. */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return '';
  }
}
