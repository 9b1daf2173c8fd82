import { paths } from '../../../lib/navigation/paths.ts'

let search = ''

/** Remembers the filters of the list in this tab. */
export const rememberList = (params: URLSearchParams) => {
  search = params.toString()
}

/** The address of the list as it was last shown in this tab. */
export const lastList = () => (search ? `${paths.deliveries}?${search}` : paths.deliveries)
