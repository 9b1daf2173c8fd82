import { paths } from '../lib/paths.ts'
import { supportAddress } from '../lib/support.ts'

/** At the end of every page, signed in or not, even where nothing else can be shown: whom to ask, and what to know. */
export const Foot = ({ className }: { className?: string | undefined }) => (
  <footer className={className}>
    <span className="muted small">
      Questions? Write to <a href={`mailto:${supportAddress}`}>{supportAddress}</a>.{' '}
      <a href={paths.accessibility} className="reach">
        Accessibility
      </a>
    </span>
  </footer>
)
