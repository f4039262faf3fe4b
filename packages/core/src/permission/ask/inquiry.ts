import type { InputDisplay } from '../../display/display-input.ts';
import type { JsonObject } from '../../data/json.ts';
import type { PermissionRule } from '../../data/permission-rule.ts';
import type { CallPreview } from '../../data/call-preview.ts';
import type { UpdateDestination } from '../context/update.ts';

/** What every inquiry has. */
interface InquiryBase {
  /** Unique in a session: updates, removals and answers refer to it. */
  readonly requestId: string;
  /** For a person, like `reason`: one line with nothing hidden in it. */
  readonly summary: string;
  readonly reason: string;
  /** The asking agent, from the root. Empty: the main agent. */
  readonly agentChain: readonly string[];
  /** Absent: the main agent. */
  readonly agentId?: string | undefined;
  readonly agentType?: string | undefined;
}

/** One command of a line that is asked about. */
export interface InquiryPart {
  /** As written, for a person. */
  readonly text: string;
  /** It would run by itself; others of the line are asked about. */
  readonly isAllowed: boolean;
}

/** An inquiry about one tool call. */
interface CallRequest extends InquiryBase {
  readonly callId: string;
  readonly toolName: string;
  /** Absolute: base of its relative paths. Default: the session's working directory. */
  readonly cwd?: string;
  /** As decided: the input that would run. */
  readonly input: JsonObject;
  /** The input as every front end shows it to a person. */
  readonly display: InputDisplay;
  /** What it would change, where its tool can tell. */
  readonly preview?: CallPreview | undefined;
  /** Name of a text field of the input that the person may change: the changed input is the answer's `updatedInput`. */
  readonly editable?: string | undefined;
  /** The commands of a line that has several. Absent: it has one, or is none. */
  readonly parts?: readonly InquiryPart[];
  /** What demands the ask: nothing in particular (`default`), or a demand that no answer's rule can lift. */
  readonly askedBy: 'default' | 'rule' | 'safety' | 'tool' | 'hook';
  /** The rule that demands the ask. */
  readonly matchedRule: PermissionRule | undefined;
  readonly blockedPath: string | undefined;
  /**
   * Exactly the rules that an answer with `always` would save. Empty: only once, for example if `display` has warnings. Paths such as `/src`
   * start where the rules of `suggestedDestination` do: a program that saves a rule elsewhere must change them.
   */
  readonly suggestedRules: readonly string[];
  /** Where they would be saved. */
  readonly suggestedDestination: UpdateDestination;
  readonly risk: 'low' | 'medium' | 'high';
  /** The message that made the call, and how many of its calls wait for an answer now, including this one. */
  readonly batch: { readonly messageId: string; readonly open: number };
}

/** May this call run? */
export interface PermissionRequest extends CallRequest {
  readonly kind: 'permission';
}

/** A call whose tool asks the person questions (`interaction: 'questions'`): the answers go into `updatedInput`. */
export interface QuestionsInquiry extends CallRequest {
  readonly kind: 'questions';
}

/** A call whose tool shows the person a plan to approve (`interaction: 'plan'`): an edited plan goes into `updatedInput`. */
export interface PlanInquiry extends CallRequest {
  readonly kind: 'plan';
}

/** Someone else, such as an MCP server, wants a form filled in: the fields go into `updatedInput`. */
export interface FormInquiry extends InquiryBase {
  readonly kind: 'form';
  /** Who wants it, such as `mcp:github`. */
  readonly source: string;
  /** For a person, like the titles and descriptions in `schema`: nothing is hidden in them. */
  readonly message: string;
  /** JSON Schema of the fields. */
  readonly schema: JsonObject;
  /** The message and the fields as shown to a person. */
  readonly display: InputDisplay;
}

/** Someone else, such as an MCP server, wants the person to open a page. Allowing it says that they did. */
export interface UrlInquiry extends InquiryBase {
  readonly kind: 'url';
  readonly source: string;
  readonly message: string;
  /** In ASCII, without a user name. */
  readonly url: string;
  /** The address, its host with all its letters, and the message as shown to a person. */
  readonly display: InputDisplay;
}

/** Should the settings of this directory be trusted? */
export interface TrustInquiry extends InquiryBase {
  readonly kind: 'trust';
  readonly directory: string;
  /** What would take effect, one line each. */
  readonly gains: readonly string[];
}

/** Any other yes-or-no question. */
export interface ConfirmInquiry extends InquiryBase {
  readonly kind: 'confirm';
  readonly message: string;
  /** No is marked at first: yes would cost the person something. Default false. */
  readonly prefersNo?: boolean | undefined;
}

/** About a call: a run's reader is notified of it, and permission rules, hooks and modes can settle it. */
export type CallInquiry = PermissionRequest | QuestionsInquiry | PlanInquiry;

/** Anything a person, a program or a leading agent is asked. */
export type Inquiry = CallInquiry | FormInquiry | UrlInquiry | TrustInquiry | ConfirmInquiry;

/** A missing kind doesn't compile: every front end uses this table to distinguish the two. */
const IS_ABOUT_CALL: Readonly<Record<Inquiry['kind'], boolean>> = {
  permission: true,
  questions: true,
  plan: true,
  form: false,
  url: false,
  trust: false,
  confirm: false,
};

export function isCallInquiry(inquiry: Inquiry): inquiry is CallInquiry {
  return IS_ABOUT_CALL[inquiry.kind];
}
