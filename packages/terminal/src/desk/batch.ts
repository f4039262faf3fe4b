import type { PermissionRequest } from '@sluice/core';

/** A call that waits for an answer beside others. */
export interface BatchItem {
  readonly inquiry: PermissionRequest;
  /** All of it has been on the screen. */
  readonly hasSeenAll: boolean;
}

export interface BatchRow extends BatchItem {
  readonly isMarked: boolean;
  readonly isAt: boolean;
}

/** What a key in the list asks for. */
export type BatchChoice =
  | { readonly kind: 'allow' | 'deny'; readonly ids: readonly string[] }
  | { readonly kind: 'whole'; readonly id: string }
  | { readonly kind: 'problem'; readonly message: string }
  | { readonly kind: 'close' }
  /** It was for the list, or deaf. */
  | { readonly kind: 'none' }
  /** It wasn't for the list. */
  | { readonly kind: 'other' };

/** Several calls that are answered together. Each is marked by itself: nothing is at first. */
export class Batch {
  readonly #marked = new Set<string>();
  #atId: string | undefined;

  rows(items: readonly BatchItem[]): readonly BatchRow[] {
    const at = this.#place(items);
    return items.map((item, index) => ({
      ...item,
      isMarked: this.#marked.has(item.inquiry.requestId),
      isAt: index === at,
    }));
  }

  /** @param isArmed the person has had the time to see the list as it is now */
  take(name: string, items: readonly BatchItem[], isArmed: boolean): BatchChoice {
    const at = this.#place(items);
    const id = items[at]?.inquiry.requestId;
    switch (name) {
      case 'up':
      case 'down': {
        const next = Math.min(items.length - 1, Math.max(0, at + (name === 'up' ? -1 : 1)));
        this.#atId = items[next]?.inquiry.requestId;
        return NONE;
      }
      case 'space':
      case ' ':
        if (id === undefined || !isArmed) return NONE;
        if (!this.#marked.delete(id)) this.#marked.add(id);
        return NONE;
      case 'enter':
        return id === undefined || !isArmed ? NONE : { kind: 'whole', id };
      case '8':
        return isArmed ? { kind: 'close' } : NONE;
      case '2':
        if (isArmed)
          for (const item of items)
            if (whyNotTogether(item) === undefined) this.#marked.add(item.inquiry.requestId);
        return NONE;
      case '1':
      case '3':
        return isArmed ? this.#answer(name === '1' ? 'allow' : 'deny', items) : NONE;
      default:
        return { kind: 'other' };
    }
  }

  #answer(kind: 'allow' | 'deny', items: readonly BatchItem[]): BatchChoice {
    const marked = items.filter(({ inquiry }) => this.#marked.has(inquiry.requestId));
    if (marked.length === 0) return { kind: 'problem', message: 'none is marked: Space marks a call' };
    const obstacle =
      kind === 'allow' ? marked.map(whyNotTogether).find((why) => why !== undefined) : undefined;
    if (obstacle !== undefined) return { kind: 'problem', message: obstacle };
    return { kind, ids: marked.map(({ inquiry }) => inquiry.requestId) };
  }

  /** The cursor stays with its call while others come and go. */
  #place(items: readonly BatchItem[]): number {
    return Math.max(
      0,
      items.findIndex(({ inquiry }) => inquiry.requestId === this.#atId),
    );
  }
}

const NONE: BatchChoice = { kind: 'none' };

/** Why a call can only be allowed by itself. Undefined: it can be allowed with others. */
function whyNotTogether({ inquiry, hasSeenAll }: BatchItem): string | undefined {
  const { summary, risk, askedBy, display } = inquiry;
  if (!hasSeenAll) return `not all of "${summary}" was shown: Enter shows it`;
  if (risk === 'high' || askedBy === 'safety' || display.warnings.length > 0)
    return `"${summary}" needs an answer of its own: take the mark away`;
  return undefined;
}
