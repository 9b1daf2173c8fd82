import { openGuardedTable, tableInUseOf } from '../data/open-table.ts'
import { copyEvents } from '../events/copy-events.ts'
import { openEventCopies } from '../events/event-copies.ts'
import { openLog } from '../http/log.ts'

const services = {
  table: openGuardedTable(tableInUseOf(process.env)),
  copies: openEventCopies({
    bucket: process.env.EVENT_COPIES_BUCKET ?? '',
    pathStyle: process.env.S3_PATH_STYLE === 'true',
  }),
  log: openLog(process.env.LOG_LEVEL),
  now: () => new Date(),
}

/** Copies each day's events to a bucket. Runs once a day on a schedule. */
export const handler = (): Promise<void> => copyEvents(services)
