/** The answer to a control request. */
export type ControlAnswer =
  | { readonly ok: true; readonly response?: object }
  | {
      readonly ok: false;
      readonly error: string;
      readonly code?: string;
      /** It may have restricted what runs. */
      readonly endsRun?: boolean;
    };
