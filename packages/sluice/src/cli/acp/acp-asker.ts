import type {
  AgentContext,
  ClientCapabilities,
  PermissionOption,
  RequestPermissionRequest,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import {
  isCallInquiry,
  sanitize,
  type Asker,
  type CallInquiry,
  type FormInquiry,
  type Inquiry,
  type InquiryAnswer,
  type QuestionsInquiry,
  type ToolPool,
  type UrlInquiry,
} from '@sluice/core';
import { shownToClients } from '../shown-to-clients.ts';
import { answered, NO_PROGRESS, questionsOf, resultOf } from '@sluice/terminal';
import { cannotShow } from '../exec/permission/cannot-show.ts';
import { callFacts, diffContent } from './call-facts.ts';
import { elicit, formElicitation, questionsElicitation, urlElicitation } from './elicitation.ts';

interface AcpAskerOptions {
  readonly sessionId: () => string;
  readonly cwd: string;
  readonly pool: () => ToolPool;
  readonly client: AgentContext;
  /** What the editor can show. Undefined: it has not said. */
  readonly capabilities: ClientCapabilities | undefined;
  /** Sends what is still gathered, so that the question comes after it. */
  readonly flush: () => void;
  /** The person has canceled the turn instead of answering. */
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
    if (inquiry.kind === 'questions' || inquiry.kind === 'form') return this.#questions(inquiry, signal);
    if (inquiry.kind === 'url') return this.#page(inquiry, signal);
    if (!isCallInquiry(inquiry)) return this.#yesOrNo(inquiry, signal);
    return this.#permission(inquiry, signal);
  }

  async #permission(inquiry: CallInquiry, signal: AbortSignal): Promise<InquiryAnswer> {
    const { suggestedRules } = shownToClients(inquiry);
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

  /** As a form, or, where the editor has none, with the options of one permission request for each choice. */
  async #questions(inquiry: QuestionsInquiry | FormInquiry, signal: AbortSignal): Promise<InquiryAnswer> {
    const { client, sessionId, capabilities } = this.#options;
    if (capabilities?.elicitation?.form != null) {
      const form =
        inquiry.kind === 'form'
          ? formElicitation(inquiry, sessionId())
          : questionsElicitation(inquiry, sessionId());
      if (form !== undefined) return elicit(client, form, signal);
    }
    const questions = questionsOf(inquiry);
    if (
      questions === undefined ||
      questions.some(({ choices, isMultiple }) => isMultiple || choices.length === 0)
    )
      return {
        behavior: 'unavailable',
        reason: `${cannotShow(inquiry, 'the editor')} that takes more than one choice (it has no elicitation)`,
      };
    let progress = NO_PROGRESS;
    for (const question of questions) {
      const { text, choices } = question;
      const options: PermissionOption[] = [
        ...choices.map(({ label }, at) => ({
          optionId: `choice-${at}`,
          name: sanitize(label),
          kind: 'allow_once' as const,
        })),
        { ...REJECT, name: 'No answer' },
      ];
      const toolCall = { ...this.#shown(inquiry), title: sanitize(text) };
      // One after the other, as a person answers them.
      // oxlint-disable-next-line no-await-in-loop
      const chosen = await this.#request({ toolCall, options }, signal);
      const choice = choices[options.findIndex(({ optionId }) => optionId === chosen)];
      if (choice === undefined) return this.#refused(chosen);
      progress = answered(progress, question, choice.value);
    }
    return { behavior: 'allow', updatedInput: resultOf(inquiry, progress) };
  }

  async #page(inquiry: UrlInquiry, signal: AbortSignal): Promise<InquiryAnswer> {
    const { client, sessionId, capabilities } = this.#options;
    if (capabilities?.elicitation?.url != null)
      return elicit(client, urlElicitation(inquiry, sessionId()), signal);
    const options: PermissionOption[] = [
      { optionId: 'allow', name: 'I have opened it', kind: 'allow_once' },
      { ...REJECT, name: 'No' },
    ];
    const chosen = await this.#request({ toolCall: this.#shown(inquiry), options }, signal);
    return chosen === 'allow' ? { behavior: 'allow' } : this.#refused(chosen);
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

  /** The id of the option that was chosen. Undefined: the turn was canceled. */
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

  /** All that a question says, also one that is about no call. */
  #shown(inquiry: QuestionsInquiry | FormInquiry | UrlInquiry): ToolCallUpdate {
    if (isCallInquiry(inquiry)) return this.#toolCall(inquiry);
    const { requestId, summary, display } = inquiry;
    const text = [...display.warnings.map((warning) => `Warning: ${warning}`), display.text].join('\n');
    return {
      toolCallId: requestId,
      title: summary,
      kind: 'other',
      status: 'pending',
      content: [{ type: 'content', content: { type: 'text', text } }],
    };
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
    const { display } = shownToClients(inquiry);
    const plan = preview?.kind === 'plan' ? preview.plan : display.text;
    const text = (body: string) => ({
      type: 'content' as const,
      content: { type: 'text' as const, text: body },
    });
    return {
      toolCallId: callId,
      ...facts,
      status: 'pending',
      rawInput: input,
      content: [
        text([`${chain}${reason}`, ...display.warnings.map((one) => `Warning: ${one}`)].join('\n')),
        diff ?? text(plan),
      ],
    };
  }
}
