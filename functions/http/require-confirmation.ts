import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { confirmationHeader } from '#shared/api/confirmation-header.ts'
import type { Entry } from '#shared/api/contract.ts'
import { identityNotConfirmedText } from '#shared/rules/sign-in-refusals.ts'
import { AppError } from '../failures/app-error.ts'
import { hasConfirmedIdentity } from '../security/confirmations.ts'
import type { Caller, ConfirmIf } from './operation.ts'
import type { Services } from './services.ts'

interface RequestConfirmation {
  confirmIf: ConfirmIf
  /** Whether it is decided that this request needs a confirmation, or that it needs none. */
  isDecided: () => boolean
}

/**
 * Throws a 403 if the call always requires a recent confirmation of identity and the caller hasn't given one. If only some requests
 * of the call require it, the operation decides by `confirmIf`. A program never counts as confirmed.
 */
export async function requireConfirmation(
  entry: Entry,
  { caller, headers }: { caller: Caller; headers: APIGatewayProxyEventV2['headers'] },
  { keys, now }: Services,
): Promise<RequestConfirmation> {
  let isDecided = entry.confirmed !== 'sometimes'
  const confirmIf = async (isNeeded: boolean) => {
    isDecided = true
    if (!isNeeded) return
    const confirmation = headers[confirmationHeader]
    if (caller.apiKey || !(await hasConfirmedIdentity(keys, { ...caller, confirmation }, now())))
      throw new AppError('unconfirmed', identityNotConfirmedText)
  }
  if (entry.confirmed === true) await confirmIf(true)
  return { confirmIf, isDecided: () => isDecided }
}
