/** What calls that change or read schedules claim. */
export const SCHEDULE_CLAIM = 'schedule';
