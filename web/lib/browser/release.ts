/** The release that this page belongs to, as its document names it; '' in tests, which have no such document. */
export const release = document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? ''
