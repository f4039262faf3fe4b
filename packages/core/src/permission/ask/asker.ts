import type { InquiryAnswer } from './inquiry-answer.ts';
import type { Inquiry } from './inquiry.ts';

/**
 * The one interface for asking: any front end implements it. The first answer wins; later ones are ignored. A front end that can't show a
 * kind of inquiry answers `unavailable` with a reason at once.
 */
export interface Asker {
  push(inquiry: Inquiry, answer: (answer: InquiryAnswer) => void): void;
  /** The ask was settled elsewhere or withdrawn. */
  remove(requestId: string): void;
  /** A waiting ask has changed: its reason, what it could save, or how many others of its message wait. */
  update(inquiry: Inquiry): void;
}
