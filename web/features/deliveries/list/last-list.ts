import { paths } from '../../../lib/navigation/paths.ts'

let search = ''

/** Remembers the list's filters in this browser tab until the page is reloaded. */
export const rememberListFilters = (params: URLSearchParams) => {
  search = params.toString()
}

/** Returns the address of the list with the remembered filters, or with none. */
export const lastListPath = () => (search ? `${paths.deliveries}?${search}` : paths.deliveries)
