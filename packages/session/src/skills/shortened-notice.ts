/** That skills lost their description in the model's list, and what to do about it. Undefined: none did. */
export function shortenedNotice(count: number): string | undefined {
  if (count === 0) return undefined;
  const which = count === 1 ? '1 skill is listed' : `${count} skills are listed`;
  const whose = count === 1 ? 'its description' : 'their description';
  return `${which} for the model without ${whose}: the list would be too long. The least used are shortened first. Raise skillListingBudgetFraction in the settings, or set skillOverrides for skills that the model doesn't need.`;
}
