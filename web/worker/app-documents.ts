/**
 * Whether a path is one of the app's pages. The API, the recipients' pages, the page that checks audit packets, and files are none,
 * so the worker leaves them alone.
 */
export const isAppDocument = (pathname: string) =>
  !/^\/(api|t|verify)(\/|$)/.test(pathname) && !/\.[^/]*$/.test(pathname)
