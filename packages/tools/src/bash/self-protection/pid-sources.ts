import type { AnalyzedCommand, CommandAnalysis } from '@sluice/shell';

/** Commands that each read the output of the one before; the last one prints pids. */
export type PidSource = readonly AnalyzedCommand[];

/** What precedes a substitution whose output becomes a variable: `pid=$(`, `for pid in $(`. */
const INTO_VARIABLE = /(?:([A-Za-z_]\w*)=|\bfor ([A-Za-z_]\w*) in )"?(?:\$\(|`)$/;
const NAME_LENGTH = 100;
const MAX_STAGES = 16;

/**
 * Where the pids come from that other commands of the line pass to `kill`: `kill $(pgrep x)`, `pgrep x | xargs kill`, `pgrep x | while
 * read pid; do kill $pid; done`, `pid=$(pgrep x); kill $pid`. Sources whose first command `isFinder` rejects are left out.
 */
export function pidSources(
  { source, commands }: CommandAnalysis,
  kill: AnalyzedCommand,
  isFinder: (command: AnalyzedCommand) => boolean,
): readonly PidSource[] {
  const readers = readersIn(source, commands);
  return commands.flatMap((command, index) => {
    if (command === kill || !isFinder(command)) return [];
    // For a text in an argument, only the order of its commands is known.
    const isOfOneText = isSameSpan(command, kill) && command.isNested && kill.isNested;
    if (isOfOneText) return index < commands.indexOf(kill) ? [[command]] : [];
    const stages = pipelineFrom(command, readers);
    const reading = stages.findIndex((stage) => stage !== command && contains(stage, kill));
    if (reading >= 0) return [stages.slice(0, reading)];
    const isGiven =
      contains(kill, command) ||
      isReadByLoop(source, stages.at(-1) ?? command, kill) ||
      isReadFromVariable(source, command, kill);
    return isGiven ? [stages] : [];
  });
}

/** For each command, the one after the next pipe. */
function readersIn(
  source: string,
  commands: readonly AnalyzedCommand[],
): ReadonlyMap<AnalyzedCommand, AnalyzedCommand> {
  // Of those that start at one place, the last runs the others.
  const begins = new Map(commands.map((command) => [command.start, command]));
  const starts = [...begins.keys()].toSorted((left, right) => left - right);
  const next = new Map<number, number>();
  const readers = new Map<AnalyzedCommand, AnalyzedCommand>();
  for (const command of commands) {
    let at = next.get(command.end);
    if (at === undefined) {
      at = firstAtLeast(starts, command.end);
      next.set(command.end, at);
    }
    const reader = begins.get(starts[at] ?? -1);
    if (reader === undefined || !/^\s*\|&?\s*$/.test(source.slice(command.end, reader.start))) continue;
    readers.set(command, reader);
  }
  return readers;
}

function firstAtLeast(ascending: readonly number[], least: number): number {
  let from = 0;
  let to = ascending.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ascending[middle] ?? 0) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}

function pipelineFrom(
  command: AnalyzedCommand,
  readers: ReadonlyMap<AnalyzedCommand, AnalyzedCommand>,
): readonly AnalyzedCommand[] {
  const stages = [command];
  for (let at = readers.get(command); at !== undefined && stages.length < MAX_STAGES; at = readers.get(at)) {
    stages.push(at);
  }
  return stages;
}

function isReadByLoop(source: string, last: AnalyzedCommand, kill: AnalyzedCommand): boolean {
  if (kill.start < last.end) return false;
  return /^\s*\|&?\s*while\s/.test(source.slice(last.end, last.end + NAME_LENGTH));
}

function isReadFromVariable(source: string, command: AnalyzedCommand, kill: AnalyzedCommand): boolean {
  const before = source.slice(Math.max(0, command.start - NAME_LENGTH), command.start).trimEnd();
  const [, assigned, looped] = INTO_VARIABLE.exec(before) ?? [];
  const name = assigned ?? looped;
  return name !== undefined && new RegExp(`\\$\\{?${name}(?!\\w)`).test(kill.source);
}

function isSameSpan(one: AnalyzedCommand, other: AnalyzedCommand): boolean {
  return one.start === other.start && one.end === other.end;
}

function contains(outer: AnalyzedCommand, inner: AnalyzedCommand): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
