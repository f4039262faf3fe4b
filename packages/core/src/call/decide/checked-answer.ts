import { checkImages } from '../../ports/images.ts';
import type { ContentBlock } from '../../data/content.ts';
import type { Engine } from '../../engine/engine.ts';
import { signalOf, type Call } from '../../engine/call.ts';
import type { InquiryAnswer } from '../../permission/ask/inquiry-answer.ts';

/** Undefined: there is none. */
type Said = InquiryAnswer | 'overruled' | undefined;

/** A person's answer with text in place of images that can't be shown. Not a promise if it has none. */
export function checkedAnswer(
  engine: Engine,
  call: Call,
  answer: InquiryAnswer,
): InquiryAnswer | Promise<InquiryAnswer>;
export function checkedAnswer(engine: Engine, call: Call, answer: Said): Said | Promise<Said>;
export function checkedAnswer(engine: Engine, call: Call, answer: Said): Said | Promise<Said> {
  const { checkImage } = engine.ports;
  if (checkImage === undefined || answer === undefined || answer === 'overruled') return answer;
  if (answer.behavior === 'unavailable') return answer;
  const { feedback } = answer;
  if (!Array.isArray(feedback) || feedback.every(({ type }) => type !== 'image')) return answer;
  return checkImages<ContentBlock>(feedback, checkImage, signalOf(call)).then((checked) => ({
    ...answer,
    feedback: checked,
  }));
}
