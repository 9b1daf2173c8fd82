import type * as factors from '#shared/api/factors.ts'
import type { Operation } from '../http/operation.ts'
import { presentFactors, readCredentials } from './factors.ts'

export const readFactors: Operation<typeof factors.readFactors> = async ({ caller }, services) =>
  presentFactors(await readCredentials(services, caller.account.id))
