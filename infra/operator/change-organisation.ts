import { randomUUID } from 'node:crypto'
import type { StoredTenant } from '#functions/data/entities/tenant.ts'
import type { Table } from '#functions/data/table.ts'
import { findOrganisations } from '#functions/organisations/find-organisation.ts'
import { setDayLimit, verifyOrganisation } from '#functions/organisations/verify-organisation.ts'
import { changeableQuotas, isChangeable } from '#functions/security/day-quotas.ts'
import { OperatorRefusal } from './operator-refusal.ts'

interface Hands {
  table: Table
  say: (sentence: string) => void
  now: () => Date
}

const usage = [
  'npm run operate -- {environment} verify {organization or email of an administrator} [--undo]',
  `npm run operate -- {environment} limit {organization or email of an administrator} {${changeableQuotas.join('|')}} {number}`,
]

/**
 * Carries out the operator's commands `verify` and `limit`, whose words follow the name of the environment. Throws `OperatorRefusal`
 * if they are not understood, or if they name no organisation or several.
 */
export async function changeOrganisation(words: readonly string[], { table, say, now }: Hands): Promise<void> {
  const [command, whom = '', ...more] = words
  if (!whom) throw new OperatorRefusal('Say which organization.', usage)
  const tenant = await oneOrganisation(table, whom)
  const services = { table, now, newId: randomUUID }
  if (command === 'limit') {
    const [what = '', number = '', ...rest] = more
    if (!isChangeable(what) || !/^\d{1,9}$/.test(number) || rest.length > 0)
      throw new OperatorRefusal('Say which limit, and the number for a day.', usage)
    await setDayLimit(services, tenant, { what, limit: Number(number) })
    say(`${tenant.name} (${tenant.id}) can now use ${number} ${what} a day.`)
    return
  }
  const isUndone = more.length === 1 && more[0] === '--undo'
  if (more.length > 0 && !isUndone) throw new OperatorRefusal('This was not understood.', usage)
  await verifyOrganisation(services, tenant, !isUndone)
  const { npi_number } = tenant.metadata
  say(`${tenant.name} (${tenant.id}, NPI ${npi_number}) is ${isUndone ? 'no longer verified' : 'verified'}.`)
}

async function oneOrganisation(table: Table, whom: string): Promise<StoredTenant> {
  const found = await findOrganisations(table, whom)
  const [tenant, ...others] = found
  if (!tenant) throw new OperatorRefusal('No organization has this id, and none has an administrator with this email.')
  if (others.length > 0)
    throw new OperatorRefusal(
      'This administrator has several organizations. Choose one by its id:',
      found.map(({ id, name }) => `${id}  ${name}`),
    )
  return tenant
}
