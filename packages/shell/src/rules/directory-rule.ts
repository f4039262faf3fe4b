import type { AnalyzedCommand } from '../effects/analysis.ts';

/** Reading everything below them is more than a `cd` shows. */
const TOO_WIDE = new Set(
  '/ /bin /boot /dev /etc /home /lib /media /mnt /opt /proc /root /run /sbin /srv /sys /tmp /usr /var /Users /Volumes'.split(
    ' ',
  ),
);
const HOME = /^\/(?:home|Users)\/[^/]+$/u;
/** Mean something in the pattern of a path. */
const SPECIAL = /[*?[\]{}!\\]/u;

/** `Read(//dir/**)` for a `cd` into a directory that lies outside of the one where the command line begins. */
export function directoryRule(command: AnalyzedCommand, start: string | undefined): string | undefined {
  const [first, ...others] = command.files;
  const directory = others.length > 0 ? undefined : first?.path;
  if (directory === undefined || isWithin(directory, start)) return undefined;
  if (TOO_WIDE.has(directory) || HOME.test(directory) || SPECIAL.test(directory)) return undefined;
  return `Read(/${directory}/**)`;
}

function isWithin(directory: string, start: string | undefined): boolean {
  return start !== undefined && (directory === start || directory.startsWith(`${start}/`));
}
