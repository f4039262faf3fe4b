import type { PrintOptions } from './print-options.ts';
import { readPrompt } from './read-prompt.ts';
import { say } from './report.ts';

export type FirstPrompt =
  | { readonly ok: true; readonly text: string }
  /** `isMissing`: no prompt at all. */
  | { readonly ok: false; readonly message: string; readonly isMissing?: boolean };

/** The prompt that the run begins with. If standard input carries a client's lines, it can only be an argument. */
export async function firstPrompt({ prompt }: PrintOptions, isControlled: boolean): Promise<FirstPrompt> {
  if (isControlled) {
    return prompt === undefined || prompt.trim() === ''
      ? {
          ok: false,
          isMissing: true,
          message:
            'with --permission-prompts stdio, pass the prompt as an argument: standard input carries the answers',
        }
      : { ok: true, text: prompt };
  }
  const read = await readPrompt(prompt);
  if (read.ok && read.warning !== undefined) say(read.warning);
  return read;
}
