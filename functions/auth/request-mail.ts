import { findUserByEmail } from '../data/accounts.ts'
import type { LinkMailKind, StoredUser } from '../data/entities.ts'
import { Overtaken } from '../data/overtaken.ts'
import type { Services } from '../http/services.ts'
import { sendLimitMs } from '../mail/mailer.ts'
import { sendLink } from '../mail/outbox.ts'
import { countOrRefuse, tooManyRequests } from '../security/throttle.ts'

/** Longer than the work for somebody who gets a mail, so that time does not tell which accounts exist. */
const answerMs = sendLimitMs + 200

interface Wanted {
  email: string
  purpose: 'verification' | 'reset'
  /** The mail for an account that has a password, if any. */
  mailFor: (user: StoredUser) => LinkMailKind | undefined
}

/** Mails a link to whose address this is, if he is anybody and active; the caller is told the same in any case. */
export async function requestMail({ email, purpose, mailFor }: Wanted, services: Services): Promise<void> {
  const allowance = { what: `mail-${purpose}`, times: 5, seconds: 3600, detail: tooManyRequests }
  await countOrRefuse(services.table, allowance, email, services.now())
  const [outcome] = await Promise.allSettled([mailIfKnown(email, mailFor, services), services.wait(answerMs)])
  if (outcome.status === 'rejected') throw outcome.reason
}

async function mailIfKnown(email: string, mailFor: Wanted['mailFor'], services: Services): Promise<void> {
  const user = await findUserByEmail(services.table, email)
  if (!user?.is_active) return
  const first = user.invited_by === null ? 'verification' : 'invitation'
  const kind = user.password_hash === null ? first : mailFor(user)
  if (!kind) return
  try {
    await sendLink(services, kind, { user })
  } catch (error) {
    // Deactivated or deleted meanwhile: he is as unknown as anybody.
    if (!(error instanceof Overtaken)) throw error
  }
}
