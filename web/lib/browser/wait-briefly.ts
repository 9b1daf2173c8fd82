const momentMs = 100

/**
 * Waits at most 100 ms for data that is about to arrive, because rendering the complete page once is faster than rendering it first
 * without the data and then again.
 */
export const waitBriefly = (arrival: Promise<unknown>) =>
  Promise.race([arrival, new Promise((resolve) => setTimeout(resolve, momentMs))])
