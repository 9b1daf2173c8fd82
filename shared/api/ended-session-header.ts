/** The header with the last access token of a session that has ended, for an action that was done in that session. */
export const endedSessionHeader = 'x-ended-session'
