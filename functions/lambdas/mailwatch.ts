import { openGuardedTable, tableInUseOf } from '../data/open-table.ts'
import { openLog } from '../http/log.ts'
import { reportWaitingMails } from '../mail/report-waiting-mails.ts'

const services = {
  table: openGuardedTable(tableInUseOf(process.env)),
  log: openLog(process.env.LOG_LEVEL),
  now: () => new Date(),
}

/** Reports how long mails have been waiting. Runs every five minutes on a schedule. */
export const handler = (): Promise<void> => reportWaitingMails(services)
