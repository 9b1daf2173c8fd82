/** The web build that this page is of, as its document names it; '' in development, where nothing is built. */
export const release = document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? ''
