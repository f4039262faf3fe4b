import { displayInput, type CallInquiry, type InputDisplay } from '@sluice/core';

/** UTF-16 units; more is no longer looked through. */
const MAX_SHOWN = 65_536;

/** What a program shows of a call, and the rules that it offers for "always". */
export interface ClientQuestion {
  readonly display: InputDisplay;
  readonly suggestedRules: readonly string[];
}

/** The whole input, as a program can let a person scroll. Of a longer one a part is left out, which is said, and nothing is for "always". */
export function shownToClients({
  input,
  display,
  suggestedRules,
}: Pick<CallInquiry, 'input' | 'display' | 'suggestedRules'>): ClientQuestion {
  if (display.isWhole) return { display, suggestedRules };
  const whole = displayInput(input, true);
  if (whole.text.length <= MAX_SHOWN) return { display: whole, suggestedRules };
  const warning = 'Only the beginning and the end are shown. Look at the whole input before you allow it.';
  return { display: { ...display, warnings: [...display.warnings, warning] }, suggestedRules: [] };
}
