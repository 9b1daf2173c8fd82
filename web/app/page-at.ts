import type { AppPage } from './page.ts'

const addressesOf = ({ path, redirects = [] }: Pick<AppPage, 'path' | 'redirects'>) => [path, ...redirects]

/**
 * Returns the values of the `:names` in `path` if the pathname matches it, or null if it does not. Ignores case and a trailing
 * slash, as the router does.
 */
function paramsIn(pathname: string, path: string) {
  const found = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`, 'i').exec(pathname)
  return found && { ...found.groups }
}

/** Returns the page that a pathname opens, and the values of the `:names` in its path. Returns undefined if there is none. */
export function pageAt<P extends AppPage>(pages: Readonly<Record<string, P>>, pathname: string) {
  for (const page of Object.values(pages))
    for (const address of addressesOf(page)) {
      const params = paramsIn(pathname, address)
      if (params) return { page, params }
    }
  return undefined
}

/** Returns, for each page, the HTML file that a build writes for it and a regular expression that matches the page's addresses. */
export const documentPatterns = (pages: Readonly<Record<string, AppPage>>) =>
  Object.entries(pages).map(([name, page]) => ({
    pattern: `^(${addressesOf(page)
      .map((address) => address.replace(/:\w+/g, '[^/]+'))
      .join('|')})$`,
    file: `/documents/${name}.html`,
  }))
