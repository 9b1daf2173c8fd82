/** The web build that this page belongs to, as its document names it; '' in development, where there is no build. */
export const release = document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? ''
