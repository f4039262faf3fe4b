import { present } from '@sluice/base';
import { SpanStatusCode, type Attributes, type Span } from '@opentelemetry/api';
import type { ModelEvent, ModelUsage } from '@sluice/core';
import { messageText, usageAttributes } from './attributes.ts';

/** What one answer of a model says about its request. */
export class RequestWatch {
  readonly #span: Span;
  readonly #hasContent: boolean;
  readonly #began = performance.now();
  readonly #blocks: object[] = [];
  #hasBegun = false;
  #failure: Attributes = {};
  #usage: ModelUsage | undefined;

  constructor(span: Span, hasContent: boolean) {
    this.#span = span;
    this.#hasContent = hasContent;
  }

  take(event: ModelEvent): void {
    if (!this.#hasBegun && event.type.startsWith('block-')) {
      this.#hasBegun = true;
      const seconds = (performance.now() - this.#began) / 1000;
      this.#span.setAttribute('gen_ai.response.time_to_first_chunk', seconds);
    }
    switch (event.type) {
      case 'retry':
        this.#span.addEvent('sluice.request.retry', { 'error.type': event.failure.kind });
        break;
      case 'message-start':
        if (event.id !== undefined) this.#span.setAttribute('gen_ai.response.id', event.id);
        if (event.model !== undefined) this.#span.setAttribute('gen_ai.response.model', event.model);
        this.#usage = event.usage;
        break;
      case 'block-stop':
        if (this.#hasContent) this.#blocks.push(event.block);
        break;
      case 'message-end':
        this.#usage = event.usage;
        this.#span.setAttribute('gen_ai.response.finish_reasons', [event.stopReason]);
        break;
      case 'failed':
        this.#failure = { 'error.type': String(event.failure.status ?? event.failure.kind) };
        this.#span.setStatus({ code: SpanStatusCode.ERROR });
        break;
      default:
    }
  }

  end() {
    this.#span.setAttributes({
      ...this.#failure,
      ...(this.#usage === undefined ? undefined : usageAttributes(this.#usage)),
      ...present({
        'gen_ai.output.messages':
          this.#blocks.length > 0 ? messageText('assistant', this.#blocks) : undefined,
      }),
    });
    this.#span.end();
    return { ms: performance.now() - this.#began, failure: this.#failure, usage: this.#usage };
  }
}
