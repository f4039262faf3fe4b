import type { BashLimits } from './settings/bash-limits.ts';

/** The Bash tool's description for the model. */
export function describeBash(limits: BashLimits, hasBackground: boolean): string {
  return `Runs a bash command and returns its output (stdout and stderr combined).

- Each call starts a new shell. The working directory carries over to the next call if it is inside the workspace and the command succeeds; variables, functions and options do not.
- stdin is empty, so pass options that avoid interactive questions.
${hasBackground ? withBackground(limits) : withoutBackground(limits)}
- Output beyond ${limits.maxOutputChars} characters is saved to a file, and you see its beginning and end.
- Prefer the dedicated tools for reading, searching and editing files.
- Put double quotes around paths that contain spaces.`;
}

function withBackground({ defaultTimeoutMs, maxTimeoutMs }: BashLimits): string {
  return `- The foreground timeout is ${defaultTimeoutMs} ms; set \`timeout\` to change it (at most ${maxTimeoutMs} ms). A command that takes longer continues in the background, and the result says so. Commands that begin with sleep, run git or can't be parsed are stopped instead.
- When a command ends, every process it started ends too, including those started with \`&\`. For servers, watchers and long builds, use run_in_background without \`&\`: the call returns at once, Read shows the output file as it grows, you are notified when the command ends, and TaskStop stops it. Don't wait for it with sleep.`;
}

function withoutBackground({ defaultTimeoutMs, maxTimeoutMs }: BashLimits): string {
  return `- A command is stopped after ${defaultTimeoutMs} ms; set \`timeout\` to change this (at most ${maxTimeoutMs} ms).
- When a command ends, every process it started ends too, including those started with \`&\`.`;
}
