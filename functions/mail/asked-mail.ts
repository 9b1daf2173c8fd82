import { findAccount } from '../data/accounts.ts'
import type { AskedMail, StoredUser } from '../data/entities.ts'
import { keysOf, unscopedKeys } from '../data/keys.ts'
import { isThere } from '../data/organisations.ts'
import { Overtaken } from '../data/overtaken.ts'
import { inTenant } from '../data/scope.ts'
import { remove, update } from '../data/writes.ts'
import { AppError } from '../http/app-error.ts'
import type { Services } from '../http/services.ts'
import { countUnasked } from './mail-limits.ts'
import { mailWrite, newLinkMail, sendAtOnce, sendLink } from './outbox.ts'

/** Finds out what a mail that was asked for has to be, and sends it: a link of the account, or of the newest mail that waits. */
export async function answerAsked(services: Services, asked: AskedMail): Promise<void> {
  const { table } = services
  const forget = remove(unscopedKeys.mail(asked), { exists: true, refused: () => new Overtaken() })
  const known = await findAccount(table, asked.email)
  const isSent = known
    ? asked.purpose === 'reset' && (await sendReset(services, asked, known))
    : await sendWaiting(services, asked)
  if (!isSent) await table.write(forget)
}

type Known = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Names the organisation that was used last, of those where the account is an active user. */
async function sendReset(services: Services, asked: AskedMail, { account, memberships }: Known): Promise<boolean> {
  const { table } = services
  const lastFirst = memberships.toSorted(
    (a, b) => Number(b.tenant_id === account.last_tenant_id) - Number(a.tenant_id === account.last_tenant_id),
  )
  for (const { tenant_id, user_id } of lastFirst) {
    const isSent = await inTenant(tenant_id, async () => {
      const user = await table.get(keysOf(tenant_id).user(user_id))
      if (!user?.is_active) return false
      const { mail, fields } = await newLinkMail(services, 'reset', { tenant_id, id: account.id })
      await table.write(
        update(unscopedKeys.credentials(account.id), { set: fields }, { exists: true }),
        mailWrite(mail),
        remove(unscopedKeys.mail(asked), { exists: true, refused: () => new Overtaken() }),
      )
      await sendAtOnce(services, mail)
      return true
    })
    if (isSent) return true
  }
  return false
}

/** The newest invitation or sign-up of the address whose person is still there. */
async function sendWaiting(services: Services, asked: AskedMail): Promise<boolean> {
  const { table, now } = services
  const waiting = await table.queryAll(unscopedKeys.waitingAt(asked.email), { descending: true, consistent: true })
  for (const { tenant_id, user_id, waits_for } of waiting.filter((person) => isThere(person, now()))) {
    const isSent = await inTenant(tenant_id, async () => {
      const user = await table.get(keysOf(tenant_id).user(user_id))
      return isWaiting(user, now()) && (await sendAgain(services, { asked, user, waits_for }))
    })
    if (isSent) return true
  }
  return false
}

const isWaiting = (user: StoredUser | undefined, now: Date): user is StoredUser =>
  Boolean(user?.is_active) && user?.account_id === null && isThere(user, now)

interface Again {
  asked: AskedMail
  user: StoredUser
  waits_for: 'invitation' | 'verification'
}

async function sendAgain(services: Services, { asked, user, waits_for }: Again): Promise<boolean> {
  try {
    await countUnasked(services, asked.email)
  } catch (error) {
    if (error instanceof AppError && error.code === 'tooMany') return false
    throw error
  }
  const writes = [remove(unscopedKeys.mail(asked), { exists: true, refused: () => new Overtaken() })]
  await sendLink(services, waits_for, { user, writes })
  return true
}
