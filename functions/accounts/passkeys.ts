import type * as factors from '#shared/api/factors.ts'
import { decideAnew } from '../data/overtaken.ts'
import { AppError, invalidField, notFound } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { noticeWrite } from '../mail/notices.ts'
import { anybody, newChallenge, readRegistration, relyingParty } from '../security/passkeys.ts'
import { factorWrites, presentPasskey, readCredentials } from './factors.ts'

/** Enough for every device that a person has. */
const mostPasskeys = 20

export const readPasskeyChallenge: Operation<typeof factors.readPasskeyChallenge> = async (_, services) => ({
  challenge: await newChallenge(services, anybody),
  rp_id: relyingParty(services),
})

export const readPasskeyOptions: Operation<typeof factors.readPasskeyOptions> = async ({ caller }, services) => {
  const { id, email } = caller.account
  const { passkeys = [] } = await readCredentials(services, id)
  return {
    challenge: await newChallenge(services, id),
    rp_id: relyingParty(services),
    user: { id: Buffer.from(id).toString('base64url'), name: email },
    excluded: passkeys.map(({ credential_id }) => credential_id),
  }
}

export const addPasskey: Operation<typeof factors.addPasskey> = async ({ body, caller }, services) => {
  const { id: accountId } = caller.account
  const refused = () => invalidField('response', 'This passkey is not valid')
  const { passkey, taken } = await readRegistration(services, body.response, { owner: accountId, refused })
  const created_at = services.now().toISOString()
  const added = { ...passkey, id: services.newId(), name: body.name, created_at, last_used_at: null }
  await decideAnew(async () => {
    const credentials = await readCredentials(services, accountId)
    const { passkeys = [] } = credentials
    if (passkeys.length >= mostPasskeys) throw new AppError('conflict', `You can have at most ${mostPasskeys} passkeys`)
    await services.table.write(
      taken,
      ...factorWrites(accountId, credentials, { set: { passkeys: [...passkeys, added] } }),
      noticeWrite(services, accountId, 'passkey_added'),
    )
  })
  return presentPasskey(added)
}

export const removePasskey: Operation<typeof factors.removePasskey> = async ({ params, caller }, services) => {
  const { id: accountId } = caller.account
  await decideAnew(async () => {
    const credentials = await readCredentials(services, accountId)
    const { passkeys = [] } = credentials
    const left = passkeys.filter(({ id }) => id !== params.id)
    if (left.length === passkeys.length) throw notFound('Passkey')
    await services.table.write(
      ...factorWrites(accountId, credentials, { set: { passkeys: left } }),
      noticeWrite(services, accountId, 'passkey_removed'),
    )
  })
}
