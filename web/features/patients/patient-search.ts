/** The number of characters that a search needs, and the pause in typing after which it starts, in milliseconds. */
const shortestSearch = 2
export const searchPauseMs = 300

/** The directory's search: a blank, which lists everybody by name, until enough characters are typed. */
export const directoryQuery = (text: string) => (isSearch(text) ? text.trim() : ' ')

export const isSearch = (text: string) => text.trim().length >= shortestSearch
