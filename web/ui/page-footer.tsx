import { useSupportAddress } from '../lib/browser/config-texts.ts'
import { paths } from '../lib/navigation/paths.ts'

/**
 * The footer of the pages, with or without a session. It has the support address and a link to the page about accessibility. It
 * appears only when the address is known, because the link would jump otherwise.
 */
export function PageFooter({ className }: { className?: string | undefined }) {
  const address = useSupportAddress()
  return (
    <footer className={className} style={address === undefined ? { visibility: 'hidden' } : undefined}>
      <span className="muted small">
        {address && (
          <>
            Questions? Email <a href={`mailto:${address}`}>{address}</a>.{' '}
          </>
        )}
        <a href={paths.accessibility} className="reach">
          Accessibility
        </a>
      </span>
    </footer>
  )
}
