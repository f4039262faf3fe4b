import type { HookBlock } from './agent-event.ts';
import type { Attachment, Prompt } from './prompt.ts';

/** What a user message means once its slash commands are expanded. */
export type Expansion =
  /** `following`: what the commands say; it follows the message. */
  | { readonly kind: 'prompt'; readonly prompt: Prompt; readonly following: readonly Attachment[] }
  /** A command has answered by itself: the model isn't asked. */
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'compact'; readonly instructions: string | undefined }
  /** The conversation begins anew; the model isn't asked. */
  | { readonly kind: 'clear' }
  /** `message`: why nothing was done, for the user. `block`: a hook did it; default: none. */
  | { readonly kind: 'refused'; readonly message: string; readonly block?: HookBlock };

/** Never rejects. */
export type Expand = (prompt: Prompt, signal: AbortSignal) => Promise<Expansion>;
