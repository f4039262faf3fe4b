/** Which stored session an agent works in. */
export type SessionChoice =
  | { readonly kind: 'new'; readonly id: string | undefined }
  | { readonly kind: 'latest'; readonly isForked: boolean; readonly id: string | undefined }
  | {
      readonly kind: 'named';
      readonly name: string;
      readonly isForked: boolean;
      readonly id: string | undefined;
    }
  /** Nothing is stored. */
  | { readonly kind: 'none'; readonly id: string | undefined };
