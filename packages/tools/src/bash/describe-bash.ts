import type { BashLimits } from './bash-limits.ts';

/** The description of the Bash tool, as a model reads it. */
export function describeBash(limits: BashLimits, hasBackground: boolean): string {
  return `Runs a command with bash and returns what it printed, standard output and standard error in one.

- Each call is a new shell. The working directory carries over to the next call as long as it stays inside the workspace and the command succeeds; variables, functions and options do not.
- Standard input is empty: a program that asks a question gets no answer, so pass its non-interactive options.
${hasBackground ? withBackground(limits) : withoutBackground(limits)}
- Output of more than ${limits.maxOutputChars} characters is kept in a file, and its beginning and end are shown.
- Prefer the tools made for reading, searching and editing files where there is one.
- Put double quotes around paths that contain spaces.`;
}

function withBackground({ defaultTimeoutMs, maxTimeoutMs }: BashLimits): string {
  return `- A command is waited for ${defaultTimeoutMs} ms unless \`timeout\` says otherwise (at most ${maxTimeoutMs} ms). One that takes longer goes on in the background, and the result says so; one that begins with sleep, runs git or can't be parsed is stopped.
- Every process that a command starts ends with the command, including those put in the background with \`&\`. For a server, a watcher or a long build use run_in_background without \`&\`: the call returns at once, Read shows the output file while it grows, you are told when the command has ended, and TaskStop ends it. There is no need to wait for it with sleep.`;
}

function withoutBackground({ defaultTimeoutMs, maxTimeoutMs }: BashLimits): string {
  return `- A command is stopped after ${defaultTimeoutMs} ms unless \`timeout\` says otherwise (at most ${maxTimeoutMs} ms).
- Every process that a command starts ends with the command, including those put in the background.`;
}
