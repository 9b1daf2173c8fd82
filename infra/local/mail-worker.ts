const minuteMs = 60_000

/**
 * Runs the worker every minute, as EventBridge does on AWS, and whenever `run` is called, as the table's stream does. Only one run
 * is active at a time: if `run` is called during a run, another run follows.
 */
export function startMailWorker(work: () => Promise<void>) {
  let running: Promise<void> | undefined
  let isAskedAgain = false
  let isClosed = false

  function run(): void {
    if (isClosed) return
    isAskedAgain = running !== undefined
    running ??= work()
      .catch(console.error)
      .then(() => {
        running = undefined
        if (isAskedAgain) run()
      })
  }
  const timer = setInterval(run, minuteMs)
  return {
    run,
    /** Prevents further runs and waits for the present one. */
    async close() {
      isClosed = true
      clearInterval(timer)
      await running
    },
  }
}
