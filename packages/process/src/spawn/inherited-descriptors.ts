import { openSync, readdirSync, readFileSync } from 'node:fs';

/** `O_CLOEXEC` as `/proc` shows it, on x64 and arm64. */
const CLOSED_ON_EXEC = 0o2_000_000;
const FIRST = 3;

let inherited: readonly number[] | undefined;
let nothing: number | undefined;

/**
 * The streams of a child, plus `/dev/null` for each descriptor that this process was started with (for example by `exec 200>lock` in a
 * shell): commands don't get what was open to the program that started Sluice. Node opens its own descriptors close-on-exec and marks the first
 * sixteen of others, but no more.
 */
export function shutInherited<Stream>(streams: readonly Stream[]): (Stream | number | 'ignore')[] {
  inherited ??= inheritedDescriptors();
  const shut: (Stream | number | 'ignore')[] = [...streams];
  for (const descriptor of inherited) {
    if (descriptor < streams.length) continue;
    nothing ??= openSync('/dev/null', 'r');
    while (shut.length < descriptor) shut.push('ignore');
    shut[descriptor] = nothing;
  }
  return shut;
}

/** Descriptors of this process that a child would inherit. Ascending; empty without `/proc`. */
export function inheritedDescriptors(): readonly number[] {
  try {
    const all = readdirSync('/proc/self/fd').map(Number);
    return all.filter((one) => one >= FIRST && isPassedOn(one)).sort((a, b) => a - b);
  } catch {
    return [];
  }
}

function isPassedOn(descriptor: number): boolean {
  try {
    const [, flags] =
      /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')) ?? [];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSED_ON_EXEC) === 0;
  } catch {
    // The descriptor that the directory was read with.
    return false;
  }
}
