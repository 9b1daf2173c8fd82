import type * as auth from '#shared/api/auth.ts'
import { notMeAnsweredText, unusableNotMeText } from '#shared/model/account.ts'
import { readAccount } from '../data/accounts.ts'
import type { StoredAccount } from '../data/entities/account.ts'
import type { StoredCredentials } from '../data/entities/credentials.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { put, remove, update, type Write } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { requestedMailWrite } from '../mail/requested-mail.ts'
import { revocationTaskWrite } from '../mail/revocation-task.ts'
import { type NotMeClaims, readNotMeToken } from '../security/not-me-tokens.ts'
import { recordAccountChange } from './account-events.ts'
import { type CredentialChanges, credentialsWrite, readCredentials, secondStepMethodsAfter } from './factors.ts'
import { endSessionsWrite } from './sessions.ts'

const refused = () => new AppError('unusable', unusableNotMeText)

/**
 * Handles the click on the link `This wasn’t me`, by which the owner of an account says that they did not make a change that a
 * mail reported. The change is undone as far as possible, all sessions and device tokens end, and a mail lets the owner choose a
 * new password. The worker then revokes the API keys and open invitations that the account made in the last seven days.
 */
export const notMe: Operation<typeof auth.notMe> = async ({ body, activity }, services) => {
  const { table, keys, now } = services
  const read = await readNotMeToken(keys, body.token, now())
  if (!read) throw refused()
  const { account_id, expires_at_seconds } = read
  const spent = put(unscopedKeys.usedToken(body.token), { expires_at_seconds }, { absent: true, refused })
  await retryIfOvertaken(async () => {
    const known = await readAccount(table, account_id)
    if (!known) throw refused()
    const { account } = known
    const credentials = await readCredentials(services, account_id)
    const { changes, alongside = [] } = takenBack(read, credentials, account)
    await recordAccountChange(
      table,
      {
        known,
        activity,
        change: { action: 'account.not_me', changes: [{ field: read.notice, from: null, to: null }] },
      },
      spent,
      credentialsWrite(account_id, credentials, changes),
      endSessionsWrite(account, now(), { second_step: secondStepMethodsAfter(credentials, changes) }),
      requestedMailWrite(services, { email: account.email, purpose: 'reset' }),
      ...alongside,
      ...known.memberships.map((membership) => revocationTaskWrite(services, membership)),
    )
  })
  return { message: notMeAnsweredText }
}

interface TakenBack {
  changes: CredentialChanges
  alongside?: Write[]
}

const nothing: TakenBack = { changes: {} }

/**
 * Computes the changes and writes that undo the reported change. Nothing is undone if the same factor, password or connection has
 * been changed again since, or if the change was a removal.
 */
function takenBack(
  { notice, about }: NotMeClaims,
  credentials: StoredCredentials,
  { email, id }: StoredAccount,
): TakenBack {
  const { totp, recovery_set_at, passkeys = [], password_set_at, google_sub } = credentials
  switch (notice) {
    case 'totp_added':
      if (about === undefined || totp?.added_at !== about) return nothing
      return { changes: { remove: ['totp', 'recovery_hashes', 'recovery_set_at'] } }
    case 'recovery_codes_renewed':
      if (about === undefined || recovery_set_at !== about) return nothing
      return { changes: { remove: ['recovery_hashes', 'recovery_set_at'] } }
    case 'passkey_added':
      return { changes: { set: { passkeys: passkeys.filter((passkey) => passkey.id !== about) } } }
    case 'password_changed':
    case 'password_reset':
      if (about === undefined || password_set_at !== about) return nothing
      return { changes: { set: { password_hash: null }, remove: ['password_set_at'] } }
    case 'google_connected':
      if (google_sub === undefined || google_sub !== about) return nothing
      return {
        changes: { remove: ['google_sub'] },
        alongside: [
          // Fails if another Google account has been connected since the credentials were read.
          remove(unscopedKeys.google(google_sub), { exists: true, refused: () => new OvertakenError() }),
          update(unscopedKeys.email(email), { remove: ['google_sub'] }, { where: { account_id: id } }),
        ],
      }
    default:
      return nothing
  }
}
