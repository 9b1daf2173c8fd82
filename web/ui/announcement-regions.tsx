/**
 * The two live regions into which `announce` writes. The page has a pair of them, and so has each dialog. They are rendered empty,
 * because screen readers only announce what is added later.
 */
export const AnnouncementRegions = () => (
  <>
    <div aria-live="polite" className="unseen" />
    <div aria-live="assertive" className="unseen" />
  </>
)
