import type { StoredTenant } from '../data/entities/tenant.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { keysOf } from '../data/table-keys.ts'
import type { Services } from '../http/services.ts'
import type { Facts, Letter, StoredLetter } from './letter.ts'
import { organisationNameForMail, readerNameForMail } from './name-safe-for-mail.ts'
import type { MailContents } from './render-mail.ts'

/** The names of the reader and of the organization. */
type CommonFact = 'name' | 'tenant'

interface Parts<Fields, Fact extends string> {
  isAboutOwnAccount: boolean
  /** Whether the mail also goes to a reader who is no longer an administrator at the moment of sending. */
  isAlsoForPastAdministrators?: true
  /** Reads the facts in addition to the names. Undefined if there is nothing left to tell. */
  facts(
    services: Services,
    fields: Fields,
    about: LetterContext,
  ): Promise<Facts<Fact> | undefined> | Facts<Fact> | undefined
  text(facts: Facts<Fact | CommonFact>): MailContents
}

export interface LetterContext {
  reader: StoredUser
  tenant: StoredTenant
  /** Whether the reader is still an administrator, and so can open the pages of one. */
  canOpen: boolean
}

type ToAdministrators = { tenant_id: string } & Pick<StoredLetter, 'reader_id' | 'except'>

/**
 * Makes a letter for the administrators of an organization or, if the mail has a `reader_id`, for this administrator alone. Unless
 * the letter says otherwise, the mail isn't sent to a reader who is no longer an active administrator.
 */
export const administratorLetter = <Fields extends object, Fact extends string>({
  isAboutOwnAccount,
  isAlsoForPastAdministrators,
  facts,
  text,
}: Parts<Fields & { tenant_id: string }, Fact>): Letter<Fields & ToAdministrators, Fact | CommonFact> => ({
  readers: 'administrators',
  isAboutOwnAccount,
  async find(services, fields) {
    const { tenant_id, reader_id } = fields
    if (reader_id === undefined) throw new Error('A copy of a letter has no reader')
    const keys = keysOf(tenant_id)
    const [reader, tenant] = await services.table.getAll([keys.user(reader_id), keys.tenant], { consistent: true })
    if (!(tenant && reader)) return undefined
    const canOpen = reader.is_active && reader.is_tenant_admin
    if (!canOpen && !isAlsoForPastAdministrators) return undefined
    const found = await facts(services, fields, { reader, tenant, canOpen })
    if (!found) return undefined
    const names = { name: readerNameForMail(reader), tenant: organisationNameForMail(tenant) }
    return { to: reader.email, facts: { ...found, ...names } }
  },
  text,
})
