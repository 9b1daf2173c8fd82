import { paths } from '../../../lib/navigation/paths.ts'

let search = ''

/** Remembers the list's filters for this browser tab. */
export const rememberListFilters = (params: URLSearchParams) => {
  search = params.toString()
}

/** Returns the address of the list with the filters last used in this browser tab. */
export const lastListPath = () => (search ? `${paths.deliveries}?${search}` : paths.deliveries)
