import { type AccountWithMemberships, findAccount, findActiveUser } from '../data/accounts.ts'
import type { StoredOutboxItem } from '../data/entities/mail.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { isNotExpired } from '../data/expiring-item.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { runInTenant } from '../data/scope.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { remove, update, type Write } from '../data/writes.ts'
import type { Services } from '../http/services.ts'
import { mailNewUserLink, newLinkMailWithFields } from './mail-link.ts'
import { mailWrite } from './outbox.ts'
import { trySendingAtOnce } from './send-letter.ts'
import { writeRequestedMail } from './write-invitation.ts'

/**
 * A mail that someone requested for an address. Its kind is decided when it is sent, so that the request takes equally long
 * whether or not the address has an account.
 */
interface RequestedMail extends StoredOutboxItem {
  kind: 'requested'
  email: string
  purpose: 'verification' | 'reset'
}

type MailRequest = Pick<RequestedMail, 'email' | 'purpose'>

/** Returns the write of a request for a mail. The worker decides which mail answers it. */
export function requestedMailWrite({ newId, now }: Pick<Services, 'newId' | 'now'>, request: MailRequest): Write {
  return mailWrite({ ...request, kind: 'requested', id: newId(), due_at: now().toISOString(), refusals: 0 })
}

/**
 * Records that a mail to this address was requested, whether or not an account has the address. Once the address has reached its
 * daily limit nothing is recorded, and the response doesn't reveal that.
 */
export async function requestMail(services: Services, request: MailRequest): Promise<void> {
  await writeRequestedMail(services, request.email, () => services.table.write(requestedMailWrite(services, request)))
}

/**
 * Decides which mail answers a request, and sends it. For a reset, this is the mail for a new password or, if no active user has an
 * account with this address, the link of the newest pending invitation or sign-up. For a verification, it is that link, but only if
 * no organisation has this address's account as a member. If no mail answers the request, the request is just removed.
 */
export async function sendRequestedMail(services: Services, request: RequestedMail): Promise<void> {
  const known = await findAccount(services.table, request.email)
  const isReset = request.purpose === 'reset'
  const isMember = known !== undefined && known.memberships.length > 0
  const isSent =
    (isReset && known !== undefined && (await sendReset(services, request, known))) ||
    ((isReset || !isMember) && (await sendWaiting(services, request)))
  if (!isSent) await services.table.write(answered(request))
}

/**
 * Returns the write that removes a request. Add it to the transaction of the mail that fulfils the request, so that only one mail
 * is sent for it.
 */
const answered = (request: RequestedMail) =>
  remove(unscopedKeys.mail(request), { exists: true, refused: () => new OvertakenError() })

/**
 * Sends the mail for a new password. The mail names the organisation that the account used last or, if the account has no active
 * user there, another one in which it has. Returns false if it has none.
 */
async function sendReset(services: Services, request: RequestedMail, known: AccountWithMemberships): Promise<boolean> {
  const { table } = services
  const { account } = known
  const user = await findActiveUser(table, known)
  if (!user) return false
  const { mail, fields } = await newLinkMailWithFields(services, 'reset', { tenant_id: user.tenant_id, id: account.id })
  await table.write(
    update(unscopedKeys.account(account.id), { set: fields }, { exists: true, refused: () => new OvertakenError() }),
    mailWrite(mail),
    answered(request),
  )
  await runInTenant(user.tenant_id, () => trySendingAtOnce(services, mail, false))
  return true
}

async function sendWaiting(services: Services, request: RequestedMail): Promise<boolean> {
  const user = await newestWaiting(services, request.email)
  if (!user) return false
  const kind = user.invited_by === null ? 'verification' : 'invitation'
  await runInTenant(user.tenant_id, () =>
    mailNewUserLink(services, kind, { user, writes: [answered(request)], isAwaited: false }),
  )
  return true
}

/** How many pending invitations and sign-ups of one address are examined, newest first. */
const mostWaiting = 25

/**
 * Finds the user of the newest pending invitation or sign-up for an address. Entries are skipped if their user no longer exists, is
 * inactive, has joined already or has expired.
 */
async function newestWaiting({ table, now }: Services, email: string): Promise<StoredUser | undefined> {
  const newest = { descending: true, limit: mostWaiting, consistent: true }
  const { items } = await table.query(unscopedKeys.waitingAt(email), newest)
  for (const { tenant_id, user_id } of items) {
    const user = await runInTenant(tenant_id, () => table.get(keysOf(tenant_id).user(user_id)))
    if (user?.is_active && user.account_id === undefined && isNotExpired(user, now())) return user
  }
  return undefined
}
