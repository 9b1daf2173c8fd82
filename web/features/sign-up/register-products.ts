import { completeSignUp, readSubscription } from '#shared/api/registration.ts'
import { call } from '../../lib/api/call.ts'
import { CallError } from '../../lib/api/call-error.ts'
import type { FinishedSignUp, SignUpRecord } from './sign-up-record.ts'

const namesOf = (products: readonly { name: string }[]) => products.map(({ name }) => name)

/** Registers the chosen products: the second step of the sign-up. */
export async function registerProducts(
  { tenant_id, company }: SignUpRecord,
  subscribed_products: string[],
): Promise<FinishedSignUp> {
  try {
    const { tenant, user, ...answer } = (await call(completeSignUp, { body: { tenant_id, subscribed_products } })).body
    return {
      tenant_id: tenant.id,
      company_name: tenant.name,
      description: tenant.description,
      business_types: tenant.subscribed_product_groups,
      full_name: user.full_name,
      email: user.email,
      products: namesOf(answer.subscribed_products),
    }
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 409) throw error
    // The server refuses a second registration. The first may have succeeded although its response was lost, so return its result.
    const known = (await call(readSubscription, { params: { id: tenant_id } })).body
    return {
      tenant_id,
      company_name: known.tenant.name,
      description: company.metadata.company_description.trim(),
      business_types: known.tenant.subscribed_product_groups,
      full_name: company.full_name.trim(),
      email: company.email.trim(),
      products: namesOf(known.subscribed_products),
    }
  }
}
