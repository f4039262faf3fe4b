import type { Inquiry, InquiryAnswer } from '@sluice/core';
import type { BatchItem } from './batch.ts';
import { NO_PROGRESS, type Progress } from './questionnaire.ts';

export interface OpenInquiry {
  inquiry: Inquiry;
  readonly answer: (answer: InquiryAnswer) => void;
  readonly askedAt: number;
  /** When it was first shown. */
  shownAt: number | undefined;
  /** All of it has been on the screen. */
  hasSeenAll: boolean;
  /** Of several questions. */
  progress: Progress;
}

/** The inquiries that wait for an answer. They are gone through in the order in which they came, those of the main agent first. */
export class OpenInquiries {
  readonly #open = new Map<string, OpenInquiry>();

  get size(): number {
    return this.#open.size;
  }

  get inquiries(): readonly Inquiry[] {
    return [...this.#open.values()].map(({ inquiry }) => inquiry);
  }

  /** The calls that can be answered together. */
  get calls(): readonly BatchItem[] {
    return [...this.#open.values()].flatMap(({ inquiry, hasSeenAll }) =>
      inquiry.kind === 'permission' ? [{ inquiry, hasSeenAll }] : [],
    );
  }

  add(inquiry: Inquiry, answer: (answer: InquiryAnswer) => void, askedAt: number): void {
    this.#open.set(inquiry.requestId, {
      inquiry,
      answer,
      askedAt,
      shownAt: undefined,
      hasSeenAll: false,
      progress: NO_PROGRESS,
    });
  }

  get(id: string | undefined): OpenInquiry | undefined {
    return id === undefined ? undefined : this.#open.get(id);
  }

  delete(id: string): void {
    this.#open.delete(id);
  }

  /** All of it has been shown, on the screen or in the log. */
  sawWhole(id: string): void {
    const open = this.#open.get(id);
    if (open !== undefined) open.hasSeenAll = true;
  }

  /** The one to show next. */
  next(): OpenInquiry | undefined {
    return this.get(this.#ordered[0]);
  }

  /** From 1. */
  placeOf(id: string): number {
    return this.#ordered.indexOf(id) + 1;
  }

  /** The neighbor of one, around the end. Undefined: there is no other. */
  neighborOf(id: string | undefined, step: 1 | -1): string | undefined {
    const ids = this.#ordered;
    if (ids.length < 2) return undefined;
    const at = ids.indexOf(id ?? '');
    return ids[(at + step + ids.length) % ids.length];
  }

  /** The ids of all. */
  get #ordered(): readonly string[] {
    const ids = [...this.#open.keys()];
    const isMain = (id: string): boolean => this.#open.get(id)?.inquiry.agentId === undefined;
    return ids.every(isMain) ? ids : [...ids.filter(isMain), ...ids.filter((id) => !isMain(id))];
  }

  /** No one will answer anymore. */
  close(reason: string): void {
    for (const { answer } of this.#open.values()) answer({ behavior: 'unavailable', reason });
    this.#open.clear();
  }
}
