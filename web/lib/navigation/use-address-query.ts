import { useSearchParams } from 'react-router-dom'

/**
 * Returns the URL's query as last rendered, and a function that changes it. That function starts from the query in the address bar,
 * because the router renders a change with a delay, and a second change must not undo the first.
 */
export function useAddressQuery() {
  const [drawn, setParams] = useSearchParams()
  const change = (next: (newest: URLSearchParams) => URLSearchParams) =>
    setParams(next(new URLSearchParams(location.search)))
  return [drawn, change] as const
}
