/** Asks the top bar's search to take the keyboard. */
export const searchEvent = 'searchCarelane'
