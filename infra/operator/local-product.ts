import * as z from 'zod/mini'
import { demoLogins } from '../local/demo/people.ts'
import type { SmokeTarget } from './smoke-checks.ts'

const store = z.object({ emails: z.array(z.object({ destination: z.object({ to: z.array(z.string()) }) })) })

/**
 * Returns what the smoke test needs to know about a running `npm start` with its demo pharmacy. The ports come from the environment
 * variables that `npm start` reads as well.
 */
export function localSmokeTarget({
  PORT = '3000',
  MAIL_PORT = '3001',
}: Readonly<Record<string, string | undefined>>): SmokeTarget {
  const [administrator] = demoLogins
  if (!administrator) throw new Error('The demo has no sign-ins')
  return {
    origin: `http://localhost:${PORT}`,
    credentials: administrator,
    async mailedTo() {
      const { emails } = store.parse(await (await fetch(`http://localhost:${MAIL_PORT}/store`)).json())
      return emails.flatMap(({ destination }) => destination.to)
    },
  }
}
