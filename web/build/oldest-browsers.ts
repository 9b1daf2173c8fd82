/**
 * The oldest versions of the browsers that we support: the first ones that have popovers, `URL.canParse`
 * and `:dir()`, by which the app tells an older browser. They include Safari of an iPhone XR and 30 months of the others.
 */
export const oldestBrowsers = { chrome: '120', edge: '120', firefox: '125', safari: '17.0', ios: '17.0' } as const
