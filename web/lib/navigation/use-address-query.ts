import { useSearchParams } from 'react-router-dom'

/**
 * Returns the rendered query of the address, and a function that changes the query. That function starts from the address bar,
 * because the router renders a change late, and a second change must not undo the first.
 */
export function useAddressQuery() {
  const [drawn, setParams] = useSearchParams()
  const change = (next: (newest: URLSearchParams) => URLSearchParams) =>
    setParams(next(new URLSearchParams(location.search)))
  return [drawn, change] as const
}
