import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { confirmationHeader } from '#shared/api/confirmation-header.ts'
import type { Entry } from '#shared/api/contract.ts'
import { identityNotConfirmedText } from '#shared/rules/sign-in-refusals.ts'
import { AppError } from '../failures/app-error.ts'
import { hasConfirmedIdentity } from '../security/confirmations.ts'
import type { Caller } from './operation.ts'
import type { Services } from './services.ts'

/** Throws a 403 if the call requires a recent confirmation of identity and the caller hasn't given one. */
export async function requireConfirmation(
  entry: Entry,
  { caller, headers }: { caller: Caller; headers: APIGatewayProxyEventV2['headers'] },
  { keys, now }: Services,
): Promise<void> {
  if (!entry.confirmed) return
  const confirmation = headers[confirmationHeader]
  if (!(await hasConfirmedIdentity(keys, { ...caller, confirmation }, now())))
    throw new AppError('unconfirmed', identityNotConfirmedText)
}
