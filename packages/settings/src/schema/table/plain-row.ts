/** What most keys have: every file may set them, the highest wins, and they wait for trust. */
export const PLAIN = { setBy: 'anybody', merge: 'highest', untrusted: 'nothing' } as const;

/** The same for a key that has no effect here. */
export const NONE = { ...PLAIN, use: 'none' } as const;
