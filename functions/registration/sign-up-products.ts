import type * as registration from '#shared/api/registration.ts'
import { products } from '#shared/model/catalogue.ts'
import { isId } from '#shared/model/fields.ts'
import { signUpExpired } from '#shared/model/sign-up.ts'
import { ownerOf, presentTenant, presentUser } from '../data/accounts.ts'
import type { StoredSignUp, StoredTenant } from '../data/entities.ts'
import { keysOf, unscopedKeys } from '../data/keys.ts'
import { newTenant } from '../data/new-tenant.ts'
import { decideAnew, Overtaken } from '../data/overtaken.ts'
import { presentProduct } from '../data/present-product.ts'
import { enterTenant } from '../data/scope.ts'
import { put, remove } from '../data/writes.ts'
import { AppError } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { mailWrite, newLinkMail, sendAtOnce } from '../mail/outbox.ts'

/**
 * Makes organisation, administrator, system roles and verification mail of a sign-up, all at once, and once. Who signed up
 * anew with the same address meanwhile is the one who can still do so.
 */
export const signUpProducts: Operation<typeof registration.signUpProducts> = ({ body }, services) =>
  decideAnew(async () => {
    const signUp = await findSignUp(body.tenant_id, services)
    const { subscribed_products } = body
    refuseOtherGroups(signUp, subscribed_products)
    const tenant: StoredTenant = { ...signUp.tenant, subscribed_products }
    const keys = keysOf(tenant.id)
    const { roles, writes } = newTenant(tenant, services.newId)
    const { mail, fields } = await newLinkMail(services, 'verification', signUp.user)
    const user = { ...signUp.user, ...fields }
    await services.table.write(
      remove(keys.signUp, { exists: true, refused: () => new Overtaken() }),
      put(unscopedKeys.email(user.email), ownerOf(user), { where: { tenant_id: tenant.id }, refused: expired }),
      ...writes,
      put(keys.user(user.id), user, { absent: true }),
      mailWrite(mail),
    )
    await sendAtOnce(services, mail)
    return {
      tenant: presentTenant(tenant),
      user: presentUser({ user, tenant, roles }),
      subscribed_products: products.filter(({ key }) => subscribed_products.includes(key)).map(presentProduct),
    }
  })

const expired = () => new AppError('notFound', signUpExpired)

async function findSignUp(tenantId: string, { table, now }: Services): Promise<StoredSignUp> {
  if (!isId(tenantId)) throw expired()
  enterTenant(tenantId)
  const keys = keysOf(tenantId)
  const [signUp, tenant] = await table.getAll([keys.signUp, keys.tenant], { consistent: true })
  if (tenant)
    throw new AppError('conflict', 'This sign-up is already complete. Please check your email to verify your account.')
  if (!signUp || signUp.expires_at_seconds * 1000 <= now().getTime()) throw expired()
  return signUp
}

/** 422 on each product that the chosen business types do not have. */
function refuseOtherGroups({ tenant }: StoredSignUp, wanted: readonly string[]): void {
  const offered = new Set<string>(
    products.filter(({ group_key }) => tenant.business_type.includes(group_key)).map(({ key }) => key),
  )
  const problems = [...wanted.entries()]
    .filter(([, key]) => !offered.has(key))
    .map(([place]) => ({
      loc: ['body', 'subscribed_products', place],
      msg: 'This product is not for your business types',
      type: 'value_error',
    }))
  if (problems.length > 0) throw new AppError('invalid', problems)
}
