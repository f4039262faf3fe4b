import type { Asker, FeedItem } from '@sluice/core';
import type { PermissionPrompts } from '../exec-options.ts';
import { createJsonLinesDecoder } from '../input/json-lines-decoder.ts';
import type { FeedOptions } from '../input/recognizing-decoder.ts';
import { readAhead } from './eager-feed.ts';
import type { PermissionResponse } from '../input/permission-response.ts';
import { createStdioAsker } from './stdio-asker.ts';
import { openTerminalAsker } from './open-terminal-asker.ts';

/** Who answers permission requests in this run, and how the answers arrive. */
export interface Prompts {
  readonly asker: Asker | undefined;
  readonly feedOptions: FeedOptions;
  /** Wraps the feed so that no answer waits behind calls that wait for it. */
  through(feed: AsyncIterable<FeedItem>): AsyncIterable<FeedItem>;
  close(): void;
}

const NO_PERSON: Prompts = { asker: undefined, feedOptions: {}, through: (feed) => feed, close() {} };

/**
 * @param usesStandardInput calls, and answers among them, come from standard input
 * @param warn called with a sentence about what is wrong with an answer
 */
export function openPrompts(
  options: PermissionPrompts | undefined,
  usesStandardInput: boolean,
  warn: (text: string) => void,
): Prompts | { readonly problem: string } {
  switch (options) {
    case 'none':
      return NO_PERSON;
    case 'stdio':
      return openStdio(usesStandardInput, warn);
    case 'terminal':
    case undefined: {
      const isWanted = options === 'terminal' || process.stderr.isTTY;
      const asker = isWanted ? openTerminalAsker() : undefined;
      if (asker !== undefined) return { ...NO_PERSON, asker, close: () => asker.close() };
      return options === 'terminal'
        ? { problem: '--permission-prompts terminal: there is no terminal' }
        : NO_PERSON;
    }
    default:
      return options satisfies never;
  }
}

function openStdio(usesStandardInput: boolean, warn: (text: string) => void): Prompts {
  const asker = createStdioAsker();
  const onResponse = (response: PermissionResponse): string | undefined => asker.respond(response);
  if (usesStandardInput) {
    return {
      asker,
      feedOptions: { onResponse },
      through: (feed) => readAhead(feed, () => asker.close()),
      close: () => asker.close(),
    };
  }
  const stop = listen(process.stdin, onResponse, warn, () => asker.close());
  return { ...NO_PERSON, asker, close: stop };
}

/** Reads answers from a standard input that contains nothing else. */
function listen(
  input: NodeJS.ReadStream,
  onResponse: (response: PermissionResponse) => string | undefined,
  warn: (text: string) => void,
  onEnd: () => void,
): () => void {
  const decoder = createJsonLinesDecoder({ onResponse });
  const tell = (items: readonly FeedItem[]): void => {
    for (const item of items) {
      if (item.type === 'problem') warn(`standard input, line ${item.line ?? '?'}: ${item.message}`);
      else if (item.type !== 'message-end')
        warn('standard input accepts only permission responses; skipped a line');
    }
  };
  input.on('data', (chunk: Buffer) => tell(decoder.push(chunk)));
  input.on('end', () => {
    tell(decoder.end());
    onEnd();
  });
  input.on('error', onEnd);
  return () => {
    onEnd();
    input.destroy();
  };
}
