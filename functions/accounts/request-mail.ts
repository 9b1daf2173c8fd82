import type { AskedMail } from '../data/entities/mail.ts'
import type { Services } from '../http/services.ts'
import { mailWrite } from '../mail/outbox.ts'
import { tooManyRequests, whileAllowed } from '../security/throttle.ts'

/**
 * Writes down that a mail to an address was asked for, whether anybody has the address or not: the worker finds out what it has to be.
 */
export async function requestMail(
  services: Services,
  { email, purpose }: Pick<AskedMail, 'email' | 'purpose'>,
): Promise<void> {
  const { table, now, newId } = services
  const allowance = { what: `mail-${purpose}`, times: 5, seconds: 3600, detail: tooManyRequests }
  const mail: AskedMail = { kind: 'asked', id: newId(), due_at: now().toISOString(), refusals: 0, email, purpose }
  await whileAllowed(table, now(), { of: [[allowance, email]], write: () => table.write(mailWrite(mail)) })
}
