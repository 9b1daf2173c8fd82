import { setTimeout } from 'node:timers/promises'
import * as z from 'zod/mini'

const execution = z.object({ tenant_id: z.string(), export_id: z.string() })
type Step = z.output<typeof execution> & { hasFailed?: boolean }
type Handler = (step: Step, context: { getRemainingTimeInMillis(): number }) => Promise<{ isDone: boolean }>

type Wait = (ms: number) => Promise<unknown>

/** How many times a failed step is retried. */
const retries = 3
/** The pause before the first retry. Each further pause is twice as long. */
const firstPauseMs = 1000

/** A function on a developer's machine has no time limit. */
const context = { getRemainingTimeInMillis: () => Number.POSITIVE_INFINITY }

/**
 * Makes an export with the same steps as the state machine in `infra/constructs/organisation-exports.ts`, but with fewer retries.
 */
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
