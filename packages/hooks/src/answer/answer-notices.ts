import type { HookHandler } from '../read/hook-handler.ts';
import { notice } from '../read/hook-speaker.ts';

/** For the user: what a hook's answer says to them, then what is wrong with the answer. */
export async function answerNotices(
  handler: HookHandler,
  systemMessage: string | undefined,
  problems: readonly string[],
  clip: (text: string) => Promise<string>,
): Promise<readonly string[]> {
  const said = systemMessage === undefined ? [] : [await clip(systemMessage)];
  return [...said, ...problems].map((text) => notice(handler, text));
}
