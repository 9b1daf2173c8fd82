import type * as factors from '#shared/api/factors.ts'
import { retryIfOvertaken } from '../data/overtaken.ts'
import { AppError, invalidFieldError, notFoundError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import {
  anyChallengeOwner,
  newPasskeyChallenge,
  relyingPartyId,
  verifyPasskeyRegistration,
} from '../security/passkeys.ts'
import { changeFactors } from './change-factors.ts'
import { presentPasskey, readCredentials } from './factors.ts'

const mostPasskeys = 20

export const readPasskeyChallenge: Operation<typeof factors.readPasskeyChallenge> = async (_, services) => ({
  challenge: await newPasskeyChallenge(services, anyChallengeOwner),
  rp_id: relyingPartyId(services),
})

export const readPasskeyOptions: Operation<typeof factors.readPasskeyOptions> = async ({ caller }, services) => {
  const { id, email } = caller.account
  const { passkeys = [] } = await readCredentials(services, id)
  return {
    challenge: await newPasskeyChallenge(services, id),
    rp_id: relyingPartyId(services),
    user: { id: Buffer.from(id).toString('base64url'), name: email },
    excluded: passkeys.map(({ credential_id }) => credential_id),
  }
}

export const addPasskey: Operation<typeof factors.addPasskey> = async ({ body, caller, activity }, services) => {
  const { id: accountId } = caller.account
  const refused = () => invalidFieldError('response', 'This passkey is not valid')
  const { passkey, taken } = await verifyPasskeyRegistration(services, body.response, { owner: accountId, refused })
  const created_at = services.now().toISOString()
  const added = { ...passkey, id: services.newId(), name: body.name, created_at, last_used_at: null }
  await retryIfOvertaken(async () => {
    const credentials = await readCredentials(services, accountId)
    const { passkeys = [] } = credentials
    if (passkeys.length >= mostPasskeys) throw new AppError('conflict', `You can have at most ${mostPasskeys} passkeys`)
    await changeFactors(
      services,
      { caller, activity },
      {
        credentials,
        changes: { set: { passkeys: [...passkeys, added] } },
        fieldChange: { field: 'passkey', from: null, to: added.name },
        notice: 'passkey_added',
        about: added.id,
        alongside: [taken],
      },
    )
  })
  return presentPasskey(added)
}

export const removePasskey: Operation<typeof factors.removePasskey> = async (
  { params, caller, activity },
  services,
) => {
  await retryIfOvertaken(async () => {
    const credentials = await readCredentials(services, caller.account.id)
    const { passkeys = [] } = credentials
    const passkey = passkeys.find(({ id }) => id === params.id)
    if (!passkey) throw notFoundError('Passkey')
    await changeFactors(
      services,
      { caller, activity },
      {
        credentials,
        changes: { set: { passkeys: passkeys.filter((other) => other !== passkey) } },
        fieldChange: { field: 'passkey', from: passkey.name, to: null },
        notice: 'passkey_removed',
      },
    )
  })
}
