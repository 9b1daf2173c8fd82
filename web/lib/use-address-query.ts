import { useSearchParams } from 'react-router-dom'

/**
 * The query of the address as it is drawn, and how to change it: `change` gets it as it is by now, because the router draws
 * late, and a second change must not start from before the first.
 */
export function useAddressQuery() {
  const [drawn, setParams] = useSearchParams()
  const change = (next: (newest: URLSearchParams) => URLSearchParams) =>
    setParams(next(new URLSearchParams(location.search)))
  return [drawn, change] as const
}
