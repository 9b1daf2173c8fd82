import { mailPartitions, recipientPartitions } from '../data/entities/mail.ts'
import { inScope } from '../data/scope.ts'
import type { Services } from '../http/services.ts'

/** Of each partition, in the order in which they are due: where mails wait for long, the oldest are among them. */
const looked = 25

/**
 * Says how long the oldest mail has been waiting: what the alarm for waiting mail is made from. It is not the worker that says it,
 * because a worker that fails would say nothing.
 */
export async function reportWaitingMails({ table, log, now }: Pick<Services, 'table' | 'log' | 'now'>): Promise<void> {
  const pages = await inScope(() =>
    Promise.all(
      [...mailPartitions, ...recipientPartitions].map((partition) => table.query(partition, { limit: looked })),
    ),
  )
  const waits = pages
    .flatMap(({ items }) => items)
    .map(({ waiting_since, due_at }) => now().getTime() - Date.parse(waiting_since ?? due_at))
  log.info('mails waiting', { oldest_seconds: Math.max(0, ...waits.map((ms) => Math.round(ms / 1000))) })
}
