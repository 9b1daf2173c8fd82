import { mailPartitions, recipientTaskPartitions } from '../data/entities/mail.ts'
import { runOutsideTenants } from '../data/scope.ts'
import type { Services } from '../http/services.ts'

/**
 * How many mails are read from each partition, beginning with those that are due first. The mails that have waited longest are
 * usually among these.
 */
const sampleSize = 25

/**
 * Logs how long the oldest mail or task of the outbox has been waiting, for the alarm about waiting mail. The worker doesn't log
 * this itself, because a failing worker would log nothing.
 */
export async function reportWaitingMails({ table, log, now }: Pick<Services, 'table' | 'log' | 'now'>): Promise<void> {
  const pages = await runOutsideTenants(() =>
    Promise.all(
      [...mailPartitions, ...recipientTaskPartitions].map((partition) => table.query(partition, { limit: sampleSize })),
    ),
  )
  const waits = pages
    .flatMap(({ items }) => items)
    .map(({ waiting_since, due_at }) => now().getTime() - Date.parse(waiting_since ?? due_at))
  log.info('mails waiting', { oldest_seconds: Math.max(0, ...waits.map((ms) => Math.round(ms / 1000))) })
}
