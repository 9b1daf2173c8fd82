import type { AskedMail } from '../data/entities/mail.ts'
import type { Services } from '../http/services.ts'
import { askedFor } from '../mail/mail-limits.ts'
import { mailWrite } from '../mail/outbox.ts'

/**
 * Writes down that a mail to an address was asked for, whether anybody has the address or not: the worker finds out what it has to be.
 * Above what an address gets in a day nothing is written, and nothing tells.
 */
export async function requestMail(
  services: Services,
  { email, purpose }: Pick<AskedMail, 'email' | 'purpose'>,
): Promise<void> {
  const { table, now, newId } = services
  const mail: AskedMail = { kind: 'asked', id: newId(), due_at: now().toISOString(), refusals: 0, email, purpose }
  await askedFor(services, email, () => table.write(mailWrite(mail)))
}
