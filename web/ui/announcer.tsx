/** The live regions that `announce` writes into: one pair in the page and one in each dialog. They are rendered empty. */
export const Announcer = () => (
  <>
    <div aria-live="polite" className="unseen" />
    <div aria-live="assertive" className="unseen" />
  </>
)
