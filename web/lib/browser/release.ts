/** The release of the app that this page was loaded from, as its HTML names it; '' in tests, whose HTML names none. */
export const pageRelease = document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? ''
