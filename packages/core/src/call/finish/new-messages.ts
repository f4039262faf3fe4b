import type { Engine } from '../../engine/engine.ts';
import { boundCall } from '../../result/bound-call.ts';
import { textOf } from '../../result/content.ts';
import type { SpokenText } from '../../result/marked-text.ts';
import { getOwn } from '../../data/json.ts';
import type { Call } from '../../engine/call.ts';

/**
 * The texts of the messages that a tool adds, each within the limit of one result: beyond it, the full text is stored and the model gets
 * a preview. A message without text is dropped and reported to the user.
 */
export async function boundNewMessages(
  engine: Engine,
  call: Call,
  given: readonly unknown[],
  limit: number,
): Promise<readonly SpokenText[]> {
  const spoken: SpokenText[] = [];
  for (const message of given) {
    const text = textOfMessage(message);
    if (text === undefined) {
      const problem = `${call.name} added a message that holds something other than text. Only its text reaches the model; images belong in the tool's result.`;
      call.group.emit({ type: 'notice', code: 'tool-declaration-failed', message: problem, callId: call.id });
    }
    const shown = text ?? textBlocksOf(message).join('\n');
    if (shown.trim() === '') continue;
    const { toolName, store } = { toolName: call.name, store: engine.ports.store };
    const bounded = await boundCall(shown, { toolName, limit, preview: 'head', store });
    spoken.push({ text: textOf(bounded.content), speaker: 'tool', toolName });
  }
  return spoken;
}

/** Undefined if it contains something other than text. */
function textOfMessage(message: unknown): string | undefined {
  const content = contentOf(message);
  if (typeof content === 'string') return content;
  const texts = textBlocksOf(message);
  return Array.isArray(content) && content.length === texts.length ? texts.join('\n') : undefined;
}

function textBlocksOf(message: unknown): readonly string[] {
  const content = contentOf(message);
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  return blocks.flatMap((block) => {
    const text = typeof block === 'object' && block !== null ? getOwn(block, 'text') : undefined;
    return typeof text === 'string' ? [text] : [];
  });
}

function contentOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null ? getOwn(message, 'content') : undefined;
}
