/** Whether a path is one of the app's pages. The API, the recipients' pages and files are none, so the worker leaves them alone. */
export const isAppDocument = (pathname: string) => !/^\/(api|t)(\/|$)/.test(pathname) && !/\.[^/]*$/.test(pathname)
