/** A search starts at so many characters, after so long a pause in typing. */
const shortestSearch = 2
export const searchPauseMs = 300

/** What the directory asks for: a blank lists everybody by name, until enough is typed. */
export const directoryQuery = (text: string) => (isSearch(text) ? text.trim() : ' ')

export const isSearch = (text: string) => text.trim().length >= shortestSearch
