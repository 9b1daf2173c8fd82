/** The release to which this page belongs, from its document; '' in tests, which have no such document. */
export const release = document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? ''
