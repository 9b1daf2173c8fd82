import { nextRunAfter, type Schedule } from '../schedule.ts'

export interface ScheduledFunction {
  /** Runs the function now as well, as the table's stream does on AWS. */
  run(): void
  /** Prevents further runs and waits for the present one. */
  close(): Promise<void>
}

/**
 * Runs a function on its schedule, as EventBridge does on AWS, and whenever `run` is called. Only one run is active at a time: if
 * the next one is due during a run, it follows at once.
 */
export function startScheduledFunction(work: () => Promise<unknown>, schedule: Schedule): ScheduledFunction {
  let running: Promise<void> | undefined
  let isRequestedAgain = false
  let isClosed = false
  let timer: NodeJS.Timeout

  function run(): void {
    if (isClosed) return
    isRequestedAgain = running !== undefined
    running ??= work()
      .catch(console.error)
      .then(() => {
        running = undefined
        if (isRequestedAgain) run()
      })
  }

  function waitForNextRun(): void {
    const now = Date.now()
    timer = setTimeout(() => {
      run()
      waitForNextRun()
    }, nextRunAfter(schedule, now) - now)
  }
  waitForNextRun()

  return {
    run,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
