const momentMs = 100

/** Waits for what is about to come, but a moment only: what is complete at once shows sooner than what shows twice. */
export const inAMoment = (coming: Promise<unknown>) =>
  Promise.race([coming, new Promise((resolve) => setTimeout(resolve, momentMs))])
