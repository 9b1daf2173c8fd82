/** Where `announce` speaks: one in the page, one in each dialog, empty as they come up. */
export const Announcer = () => (
  <>
    <div aria-live="polite" className="unseen" />
    <div aria-live="assertive" className="unseen" />
  </>
)
