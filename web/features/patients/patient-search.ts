/** A search needs so many characters and starts after such a pause in typing, in milliseconds. */
const shortestSearch = 2
export const searchPauseMs = 300

/** The directory's search: a blank, which lists everybody by name, until enough characters are typed. */
export const directoryQuery = (text: string) => (isSearch(text) ? text.trim() : ' ')

export const isSearch = (text: string) => text.trim().length >= shortestSearch
