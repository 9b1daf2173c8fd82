import { keysOf } from '../../data/table-keys.ts'
import type { Letter, StoredLetter } from '../letter.ts'
import { organisationNameForMail, personNameForMail } from '../name-safe-for-mail.ts'

interface Fields extends Pick<StoredLetter, 'reader_id'> {
  tenant_id: string
  /** The administrator who asked. */
  user_id: string
}

/** Tells support that an organization asks to be verified. */
export const verificationRequest: Letter<Fields, 'tenant' | 'id' | 'npi' | 'person' | 'email'> = {
  readers: 'one',
  isAboutOwnAccount: false,
  async find({ table, supportAddress }, { tenant_id, user_id }) {
    const keys = keysOf(tenant_id)
    const [tenant, user] = await table.getAll([keys.tenant, keys.user(user_id)] as const, { consistent: true })
    if (!tenant || !user || tenant.verified_at !== undefined || supportAddress === '') return undefined
    const names = { tenant: organisationNameForMail(tenant), person: personNameForMail(user) }
    return {
      to: supportAddress,
      facts: { ...names, id: tenant.id, npi: tenant.metadata.npi_number, email: user.email },
    }
  },
  text: ({ tenant, id, npi, person, email }) => ({
    subject: `${tenant} asks to be verified`,
    preview: `NPI ${npi}`,
    heading: 'Hello',
    paragraphs: [
      `${person} (${email}) asks us to verify ${tenant}.`,
      `NPI number they entered: ${npi}. Organization ID: ${id}.`,
      `Look up the NPI number, then run: npm run operate -- {environment} verify ${id}`,
    ],
    fineprint: 'You’re receiving this email because this is the support address of Carelane.',
  }),
}
