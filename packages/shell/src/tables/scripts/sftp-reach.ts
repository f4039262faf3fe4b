import { joinedReach, UNKNOWN_REACH, type ScriptReach } from './script-reach.ts';

const NOTHING: ScriptReach = { commands: [], writes: [], reads: [] };

/** They change nothing here, or are told elsewhere: `put x`, `!rm x`. */
const ELSEWHERE =
  /^\s*(?:$|#|[-@]?(?:!|ls|dir|lls|cd|chdir|pwd|lpwd|chgrp|chmod|chown|df|exit|quit|bye|help|\?|ln|symlink|mkdir|rename|rm|rmdir|version|progress|put|mput|reput)(?:\s|$))/u;

/** What `sftp` is told to fetch: `get y`, `get y x`. */
export function sftpReach(text: string): ScriptReach {
  return joinedReach(text.split('\n').map(lineReach));
}

function lineReach(line: string): ScriptReach {
  if (ELSEWHERE.test(line)) return NOTHING;
  const [, rest] = /^\s*[-@]?(?:get|reget)\s+(?:-\w+\s+)*([^"'\\*?[]+)$/u.exec(line) ?? [];
  const [remote, local] = rest?.trim().split(/\s+/u) ?? [];
  if (remote === undefined) return { ...UNKNOWN_REACH, commands: [] };
  const name = remote.slice(remote.lastIndexOf('/') + 1);
  return { ...NOTHING, writes: local === undefined ? [name] : [local, `${local}/${name}`] };
}
