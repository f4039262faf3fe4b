import type { AssistantBlock, ModelEvent, ModelUsage } from '@sluice/core';

/** A block of an answer that is complete, while the answer may go on. */
export interface BlockMessage {
  readonly id: string;
  readonly block: AssistantBlock;
  readonly model: string;
  readonly usage: ModelUsage;
}

/** Splits an answer into its blocks as they come. */
export interface BlockMessages {
  take(event: ModelEvent, id: string): readonly BlockMessage[];
  /** The blocks of the whole answer that `take` has not returned. Starts over. */
  rest(content: readonly AssistantBlock[]): readonly AssistantBlock[];
  /** The answer was withdrawn. */
  clear(): void;
}

export function createBlockMessages(): BlockMessages {
  let about: { readonly model: string; readonly usage: ModelUsage } | undefined;
  let taken: string[] = [];
  return {
    take(event, id) {
      if (event.type === 'message-start') {
        const { model, usage } = event;
        about = model === undefined ? undefined : { model, usage };
        taken = [];
      }
      // Without the model's name, the blocks wait for the whole answer.
      if (event.type !== 'block-stop' || about === undefined || isEmpty(event.block)) return [];
      taken.push(JSON.stringify(event.block));
      return [{ id, block: event.block, ...about }];
    },
    rest(content) {
      const left = content.filter((block) => {
        const at = taken.indexOf(JSON.stringify(block));
        if (at !== -1) taken.splice(at, 1);
        return at === -1;
      });
      taken = [];
      return left;
    },
    clear() {
      taken = [];
    },
  };
}

function isEmpty(block: AssistantBlock): boolean {
  return block.type === 'text' && block.text === '';
}
