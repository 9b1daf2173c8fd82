import type * as factors from '#shared/api/factors.ts'
import type { Operation } from '../http/operation.ts'
import { findOwnMailBlock } from '../mail/undeliverable-addresses.ts'
import { presentFactors, readCredentials } from './factors.ts'

export const readFactors: Operation<typeof factors.readFactors> = async ({ caller }, services) => {
  const { id, email } = caller.account
  const [credentials, dead] = await Promise.all([readCredentials(services, id), findOwnMailBlock(services, email)])
  return { ...presentFactors(credentials), mail_arrives: dead === undefined }
}
