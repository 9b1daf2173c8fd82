/** The name of the event that moves the focus to the search in the top bar. */
export const focusSearchEventName = 'searchCarelane'
