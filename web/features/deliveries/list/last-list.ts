import { paths } from '../../../lib/navigation/paths.ts'

let search = ''

/** Remembers which list this tab looks at. */
export const rememberList = (params: URLSearchParams) => {
  search = params.toString()
}

/** The list as this tab last looked at it. */
export const lastList = () => (search ? `${paths.deliveries}?${search}` : paths.deliveries)
