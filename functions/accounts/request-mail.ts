import type { RequestedMail } from '../data/entities/mail.ts'
import type { Services } from '../http/services.ts'
import { mailWrite } from '../mail/outbox.ts'
import { writeRequestedMail } from '../mail/write-invitation.ts'

/**
 * Records that a mail to this address was requested, whether or not an account has the address. The worker decides what to send.
 * Once the address has reached its daily limit nothing is recorded, and the response doesn't reveal that.
 */
export async function requestMail(
  services: Services,
  { email, purpose }: Pick<RequestedMail, 'email' | 'purpose'>,
): Promise<void> {
  const { table, now, newId } = services
  const mail: RequestedMail = { kind: 'asked', id: newId(), due_at: now().toISOString(), refusals: 0, email, purpose }
  await writeRequestedMail(services, email, () => table.write(mailWrite(mail)))
}
