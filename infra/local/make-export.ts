import { setTimeout } from 'node:timers/promises'
import * as z from 'zod/mini'

const execution = z.object({ tenant_id: z.string(), export_id: z.string() })
type Step = z.output<typeof execution> & { hasFailed?: boolean }
type Handler = (step: Step, context: { getRemainingTimeInMillis(): number }) => Promise<{ isDone: boolean }>

type Wait = (ms: number) => Promise<unknown>

/** How often a step is tried again, and after how many milliseconds at first. */
const retries = 3
const firstPauseMs = 1000

/** A function of a laptop is never cut off. */
const context = { getRemainingTimeInMillis: () => Number.POSITIVE_INFINITY }

/** Does what the state machine of `infra/constructs/organisation-exports.ts` says. */
export async function makeExport(handler: Handler, input: unknown, wait: Wait = setTimeout): Promise<void> {
  const step = execution.parse(input)
  try {
    while (!(await tried(() => handler(step, context), wait)).isDone);
  } catch (error) {
    console.error(error)
    await tried(() => handler({ ...step, hasFailed: true }, context), wait)
  }
}

async function tried<T>(run: () => Promise<T>, wait: Wait): Promise<T> {
  for (let failures = 0; ; failures++)
    try {
      return await run()
    } catch (error) {
      if (failures === retries) throw error
      await wait(firstPauseMs * 2 ** failures)
    }
}
