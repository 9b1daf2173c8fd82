import { useConfig } from '../../lib/use-config.ts'

/** Where organisations ask for help: each environment names its own address. Until that is known, the line keeps its place. */
export function SupportLine() {
  const { data } = useConfig()
  if (!data) return <p className="muted small">&nbsp;</p>
  const { support_address: address } = data
  return (
    <p className="muted small">
      Questions? Write to <a href={`mailto:${address}`}>{address}</a>.
    </p>
  )
}
