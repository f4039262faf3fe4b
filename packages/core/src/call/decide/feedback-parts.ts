import type { ContentBlock } from '../../data/content.ts';

/** What a person said beside an answer: its images. */
export function feedbackImages(feedback: string | readonly ContentBlock[] = []): readonly ContentBlock[] {
  return typeof feedback === 'string' ? [] : feedback.filter((block) => block.type !== 'text');
}

/** Its text. */
export function feedbackText(feedback: string | readonly ContentBlock[] = ''): string {
  if (typeof feedback === 'string') return feedback;
  return feedback.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
