import type { ModelMessage } from '@sluice/core';

/**
 * Thinking belongs to the model that has thought: another one refuses it, or takes it for its own. It is left out of what
 * another model is sent, and stands there again where the first one is asked.
 */
export interface OwnThinking {
  /** What this model is sent. The same messages again give the same objects. */
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
        // What nobody has been sent yet, the one that was asked last has said.
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
