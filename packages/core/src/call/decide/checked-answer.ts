import { checkImages } from '../../ports/images.ts';
import type { ContentBlock } from '../../data/content.ts';
import type { Engine } from '../../engine/engine.ts';
import { signalOf, type Call } from '../../engine/call.ts';
import type { InquiryAnswer } from '../../permission/inquiry-answer.ts';

/** A person's answer with text in place of images that can't be shown. Settled at once if it has none. */
export function checkedAnswer(
  engine: Engine,
  call: Call,
  answer: InquiryAnswer,
): InquiryAnswer | Promise<InquiryAnswer> {
  const { checkImage } = engine.ports;
  if (checkImage === undefined || answer.behavior === 'unavailable') return answer;
  const { feedback } = answer;
  if (!Array.isArray(feedback) || feedback.every(({ type }) => type !== 'image')) return answer;
  return checkImages<ContentBlock>(feedback, checkImage, signalOf(call)).then((checked) => ({
    ...answer,
    feedback: checked,
  }));
}
