import { paths } from '../lib/paths.ts'
import { useSupportAddress } from '../lib/use-support-address.ts'

/** At the end of every page, signed in or not, even where nothing else can be shown: whom to ask, and what to know. */
export function Foot({ className }: { className?: string | undefined }) {
  const address = useSupportAddress()
  return (
    <footer className={className}>
      <span className="muted small">
        {address && (
          <>
            Questions? Write to <a href={`mailto:${address}`}>{address}</a>.{' '}
          </>
        )}
        <a href={paths.accessibility} className="reach">
          Accessibility
        </a>
      </span>
    </footer>
  )
}
