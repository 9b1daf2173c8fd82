import type { BodyOf } from '#shared/api/contract.ts'
import * as factors from '#shared/api/factors.ts'
import type { PasskeyProof } from '#shared/model/factors.ts'
import { call } from '../../lib/api/call.ts'
import { storeDeviceToken } from '../../lib/session/device-tokens.ts'
import { sessionStore } from '../../lib/session/session.ts'

/** Sends the second step of a sign-in. The login page loads this module separately, because a password alone does not need it. */
export const passSecondStep = (body: BodyOf<typeof factors.passSecondStep>): Promise<void> =>
  sessionStore.signInBy(async () => storeDeviceToken((await call(factors.passSecondStep, { body })).body))

export const signInWithPasskey = (passkey: PasskeyProof): Promise<void> =>
  sessionStore.signInBy(async () =>
    storeDeviceToken((await call(factors.signInWithPasskey, { body: { passkey } })).body),
  )
