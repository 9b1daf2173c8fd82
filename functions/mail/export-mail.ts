import type { ExportMail } from '../data/entities/mail.ts'
import type { Write } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import { dueMailFields } from './notices.ts'
import { mailWrite } from './outbox.ts'

/**
 * Returns the write for the mail to the person who requested an export. Add it to the transaction by which the export becomes
 * ready.
 */
export const exportReadyMailWrite = (services: Services, reader: Pick<ExportMail, 'tenant_id' | 'user_id'>): Write =>
  mailWrite({ ...dueMailFields(services), ...reader, kind: 'export_ready' })
