/** The minimum length of a search in characters, and the pause in typing, in milliseconds, after which it starts. */
const shortestSearch = 2
export const searchPauseMs = 300

/** Returns the query to send for a typed text. Until the text is long enough, that is a blank, which lists everybody by name. */
export const directoryQuery = (text: string) => (isLongEnoughToSearch(text) ? text.trim() : ' ')

export const isLongEnoughToSearch = (text: string) => text.trim().length >= shortestSearch
