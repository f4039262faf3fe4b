import { disarm, isCallInquiry, type Inquiry } from '@sluice/core';

/** Undefined: what is asked is what the question is for. */
export function reasonOf(inquiry: Inquiry): string | undefined {
  return inquiry.kind !== 'permission' && inquiry.kind !== 'trust'
    ? undefined
    : `because ${inWorkspace(withoutRepeats(disarm(inquiry.reason), inquiry), inquiry)}`;
}

/** Characters of a value that the reason doesn't repeat: the card shows it already. */
const MIN_REPEATED = 30;

function withoutRepeats(reason: string, inquiry: Inquiry): string {
  if (!isCallInquiry(inquiry)) return reason;
  return Object.values(inquiry.input)
    .filter((value) => typeof value === 'string')
    .filter((value) => value.length >= MIN_REPEATED)
    .reduce((text, value) => text.replace(disarm(value), () => 'this'), reason);
}

/** Paths below the directory of the call as they would be typed there. */
function inWorkspace(text: string, inquiry: Inquiry): string {
  const cwd = isCallInquiry(inquiry) ? inquiry.cwd : undefined;
  return cwd === undefined || cwd === '/'
    ? text
    : text
        .split(/(?<=^|[\s"'`(])/)
        .map((word) =>
          word.startsWith(`${cwd}/`) && word.trimEnd().length > cwd.length + 1
            ? word.slice(cwd.length + 1)
            : word,
        )
        .join('');
}
