/** The state of a navigation that changes a part of the screen, such as its tab: the focus stays where it is. */
export const staying = 'staying'
