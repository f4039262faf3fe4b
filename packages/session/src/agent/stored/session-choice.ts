/** Which stored session an agent works in. */
export type SessionChoice =
  | { readonly kind: 'new'; readonly id: string | undefined }
  | { readonly kind: 'latest'; readonly isForked: boolean; readonly id: string | undefined }
  | {
      readonly kind: 'named';
      readonly name: string;
      readonly isForked: boolean;
      readonly id: string | undefined;
      /** Of a fork: it ends before this prompt of the user, counted from 0. Default: it has all of them. */
      readonly beforePrompt?: number;
      /** It ends with the message that has this id in the session's transcript. Default: it has all messages. */
      readonly throughMessage?: string | undefined;
      /** With `throughMessage`: only the turn of the prompt with this id may come after it. Default: anything may. */
      readonly dropsTurn?: string | undefined;
      /** Its transcript must be where the program that started this one has put it, or left it. Default: false, the journal is enough. */
      readonly needsTranscript?: boolean;
    }
  /** Nothing is stored. */
  | { readonly kind: 'none'; readonly id: string | undefined };
