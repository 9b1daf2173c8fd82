/** The release to which this page belongs, read from its document; '' in tests, whose document names none. */
export const release = document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? ''
