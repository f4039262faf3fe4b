import type {
  AgentContext,
  PermissionOption,
  RequestPermissionRequest,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import {
  isCallInquiry,
  type Asker,
  type CallInquiry,
  type Inquiry,
  type InquiryAnswer,
  type ToolPool,
} from '@sluice/core';
import { questionsOf } from '@sluice/terminal';
import { callFacts, diffContent } from './call-facts.ts';

interface AcpAskerOptions {
  readonly sessionId: () => string;
  readonly cwd: string;
  readonly pool: () => ToolPool;
  readonly client: AgentContext;
  /** Sends what is still gathered, so that the question comes after it. */
  readonly flush: () => void;
  /** The person has cancelled the turn instead of answering. */
  readonly onCancel: () => void;
}

const REJECT: PermissionOption = { optionId: 'reject', name: 'Reject', kind: 'reject_once' };

/** Asks the person in the editor. */
export class AcpAsker implements Asker {
  readonly #options: AcpAskerOptions;
  readonly #open = new Map<string, (answer: InquiryAnswer) => void>();
  readonly #ending = new Map<string, AbortController>();

  constructor(options: AcpAskerOptions) {
    this.#options = options;
  }

  push(inquiry: Inquiry, answer: (answer: InquiryAnswer) => void): void {
    const { requestId } = inquiry;
    this.#open.set(requestId, answer);
    const ending = new AbortController();
    this.#ending.set(requestId, ending);
    void this.#ask(inquiry, ending.signal).then(
      (said) => this.#settle(requestId, said),
      () => this.#settle(requestId, { behavior: 'unavailable', reason: 'the editor could not ask the user' }),
    );
  }

  remove(requestId: string): void {
    this.#open.delete(requestId);
    this.#ending.get(requestId)?.abort();
    this.#ending.delete(requestId);
  }

  update(): void {
    // The protocol has no way to change a question that is shown.
  }

  #settle(requestId: string, said: InquiryAnswer): void {
    const answer = this.#open.get(requestId);
    this.#open.delete(requestId);
    this.#ending.delete(requestId);
    answer?.(said);
  }

  async #ask(inquiry: Inquiry, signal: AbortSignal): Promise<InquiryAnswer> {
    this.#options.flush();
    if (inquiry.kind === 'questions') return this.#questions(inquiry, signal);
    if (inquiry.kind === 'form' || inquiry.kind === 'url')
      return {
        behavior: 'unavailable',
        reason: `the editor can't show a ${inquiry.kind} of ${inquiry.source}`,
      };
    if (!isCallInquiry(inquiry)) return this.#yesOrNo(inquiry, signal);
    return this.#permission(inquiry, signal);
  }

  async #permission(inquiry: CallInquiry, signal: AbortSignal): Promise<InquiryAnswer> {
    const { suggestedRules } = inquiry;
    const options: PermissionOption[] = [
      { optionId: 'allow', name: 'Allow once', kind: 'allow_once' },
      ...(suggestedRules.length === 0
        ? []
        : [
            {
              optionId: 'always',
              name: `Always allow ${suggestedRules.join(', ')}`,
              kind: 'allow_always' as const,
            },
          ]),
      REJECT,
    ];
    const chosen = await this.#request({ toolCall: this.#toolCall(inquiry), options }, signal);
    if (chosen === 'allow') return { behavior: 'allow' };
    return chosen === 'always' ? { behavior: 'allow', always: true } : this.#refused(chosen);
  }

  /** One question with choices can be asked with the protocol's own means. */
  async #questions(
    inquiry: Extract<Inquiry, { kind: 'questions' }>,
    signal: AbortSignal,
  ): Promise<InquiryAnswer> {
    const questions = questionsOf(inquiry);
    if (
      questions === undefined ||
      questions.some(({ choices, isMultiple }) => isMultiple || choices.length === 0)
    )
      return { behavior: 'unavailable', reason: "the editor can't show these questions" };
    const answers: Record<string, string> = {};
    for (const { text, choices } of questions) {
      const options: PermissionOption[] = [
        ...choices.map(({ label }, at) => ({
          optionId: `choice-${at}`,
          name: label,
          kind: 'allow_once' as const,
        })),
        { ...REJECT, name: 'No answer' },
      ];
      const toolCall = { ...this.#toolCall(inquiry), title: text };
      // One after the other, as a person answers them.
      // oxlint-disable-next-line no-await-in-loop
      const chosen = await this.#request({ toolCall, options }, signal);
      const at = options.findIndex(({ optionId }) => optionId === chosen);
      const choice = choices[at];
      if (choice === undefined) return this.#refused(chosen);
      answers[text] = choice.label;
    }
    return { behavior: 'allow', updatedInput: { ...inquiry.input, answers } };
  }

  async #yesOrNo(
    inquiry: Extract<Inquiry, { kind: 'trust' | 'confirm' }>,
    signal: AbortSignal,
  ): Promise<InquiryAnswer> {
    const toolCall: ToolCallUpdate = {
      toolCallId: inquiry.requestId,
      title: inquiry.summary,
      status: 'pending',
    };
    const options: PermissionOption[] = [{ optionId: 'allow', name: 'Yes', kind: 'allow_once' }, REJECT];
    const chosen = await this.#request({ toolCall, options }, signal);
    return chosen === 'allow' ? { behavior: 'allow' } : this.#refused(chosen);
  }

  /** The id of the option that was chosen. Undefined: the turn was cancelled. */
  async #request(
    asked: Omit<RequestPermissionRequest, 'sessionId'>,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const sessionId = this.#options.sessionId();
    const { outcome } = await this.#options.client.request(
      'session/request_permission',
      { sessionId, ...asked },
      { cancellationSignal: signal },
    );
    return outcome.outcome === 'selected' ? outcome.optionId : undefined;
  }

  #refused(chosen: string | undefined): InquiryAnswer {
    if (chosen === undefined) this.#options.onCancel();
    return { behavior: 'deny' };
  }

  /** The whole call: editors show only what is in it. */
  #toolCall(inquiry: CallInquiry): ToolCallUpdate {
    const { callId, toolName, input, preview, reason, agentChain } = inquiry;
    const cwd = inquiry.cwd ?? this.#options.cwd;
    const facts = callFacts(this.#options.pool(), toolName, input, cwd);
    const path = facts.locations[0]?.path;
    const diff =
      preview?.kind === 'diff' && path !== undefined ? diffContent(path, preview.hunks, false) : undefined;
    const chain = agentChain.length === 0 ? '' : `Asked by the agent ${agentChain.join(' > ')}. `;
    const shown = inquiry.display.text;
    const plan = preview?.kind === 'plan' ? preview.plan : shown;
    const text = (body: string) => ({
      type: 'content' as const,
      content: { type: 'text' as const, text: body },
    });
    return {
      toolCallId: callId,
      ...facts,
      status: 'pending',
      rawInput: input,
      content: [text(`${chain}${reason}`), diff ?? text(plan)],
    };
  }
}
