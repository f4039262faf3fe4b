import type { ModelMessage, StopReason } from '@sluice/core';
import {
  createKit,
  ECHO,
  refuses,
  shape,
  streams,
  USAGE,
  type Answer,
  type Kit,
  type KitOptions,
} from './support.ts';

const WINDOW = { contextWindow: 10_000, maxOutputTokens: 1000 };
export const TOO_LONG = refuses({ kind: 'too-long', message: 'It is too long.' });
export const echo = (id: string) => ({ call: [id, 'Echo', { said: id }] as const });

/** An answer after which the window is nearly full. */
export function fills(pieces: Parameters<typeof streams>[0], stopReason: StopReason = 'tool_use'): Answer {
  return streams(pieces, stopReason, { ...USAGE, inputTokens: 9000 });
}

export function kitOf(answers: readonly Answer[], rest: Partial<KitOptions> = {}): Kit {
  return createKit({ answers, agentTools: [ECHO], provider: WINDOW, ...rest });
}

/** Messages in short, long texts cut. */
export function brief(messages: readonly ModelMessage[]): readonly string[] {
  return shape(messages).map((message) =>
    message
      .replace(/\[The earlier part[^\]]*\]\s*/, 'SUMMARY ')
      .replace(/x{9,}/g, 'xxx')
      .trim(),
  );
}
