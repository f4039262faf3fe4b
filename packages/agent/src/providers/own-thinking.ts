import type { ModelMessage } from '@sluice/core';

/**
 * Thinking belongs to the model that produced it: another model rejects it or mistakes it for its own. It is
 * removed from what other models are sent, and restored when the first model is asked again.
 */
interface OwnThinking {
  /** The messages to send to this model. The same messages give the same objects. */
  messagesFor(model: string, messages: readonly ModelMessage[]): readonly ModelMessage[];
}

export function createOwnThinking(): OwnThinking {
  const madeBy = new WeakMap<ModelMessage, string>();
  const bare = new WeakMap<ModelMessage, ModelMessage>();
  let asked: string | undefined;
  let isOne = true;

  function without(message: ModelMessage): ModelMessage {
    if (message.role !== 'assistant' || !message.content.some(isThinking)) return message;
    const known = bare.get(message);
    if (known !== undefined) return known;
    const made = { ...message, content: message.content.filter((block) => !isThinking(block)) };
    bare.set(message, made);
    return made;
  }

  return {
    messagesFor(model, messages) {
      const before = asked ?? model;
      asked = model;
      isOne &&= before === model;
      if (isOne) return messages;
      return messages.map((message) => {
        // A message that was not sent before came from the model that was asked last.
        const maker = madeBy.get(message) ?? before;
        madeBy.set(message, maker);
        return maker === model ? message : without(message);
      });
    },
  };
}

function isThinking(block: ModelMessage['content'][number]): boolean {
  return block.type === 'opaque' && block.kind === 'thinking';
}
