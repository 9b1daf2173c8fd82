import type * as registration from '#shared/api/registration.ts'
import { products } from '#shared/model/catalogue.ts'
import { isId } from '#shared/model/fields.ts'
import { signUpExpiredText } from '#shared/model/sign-up.ts'
import type { StoredSignUp } from '../data/entities/sign-up.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { isNotExpired } from '../data/expiring-item.ts'
import { planNewTenant, presentTenant, presentUser } from '../data/organisations.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { presentProduct } from '../data/present-product.ts'
import { enterTenant } from '../data/scope.ts'
import { keysOf } from '../data/table-keys.ts'
import { newUserWrites, pendingMembershipWrite } from '../data/users.ts'
import { remove, type Write } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { newLinkMailWithFields } from '../mail/mail-link.ts'
import { mailWrite } from '../mail/outbox.ts'
import { trySendingAtOnce } from '../mail/send-letter.ts'
import { writeRequestedMail } from '../mail/write-invitation.ts'

/**
 * Completes a sign-up. Creates the organisation, its administrator, its system roles and the verification mail in one transaction,
 * and only once. If the address has reached its daily limit of mails, the mail is left out. The organisation expires unless the
 * link of a mail is used.
 */
export const completeSignUp: Operation<typeof registration.completeSignUp> = ({ body }, services) =>
  retryIfOvertaken(async () => {
    const signUp = await findSignUp(body.tenant_id, services)
    const { subscribed_products } = body
    refuseOtherGroups(signUp, subscribed_products)
    const expires_at_seconds = Math.floor(services.now().getTime() / 1000) + unansweredSeconds
    const tenant: StoredTenant = { ...signUp.tenant, subscribed_products, expires_at_seconds }
    const keys = keysOf(tenant.id)
    const { roles, writes } = planNewTenant(tenant, services.newId)
    const user = { ...signUp.user, expires_at_seconds }
    const write = async (link: Partial<StoredUser>, ...mails: readonly Write[]) => {
      await services.table.write(
        remove(keys.signUp, { exists: true, refused: () => new OvertakenError() }),
        ...writes,
        ...newUserWrites({ ...user, ...link }),
        pendingMembershipWrite(user, signUp.password_hash),
        ...mails,
      )
      return true
    }
    const { mail, fields } = await newLinkMailWithFields(services, 'verification', user)
    const isMailed = await writeRequestedMail(services, user.email, () => write(fields, mailWrite(mail)))
    await (isMailed ? trySendingAtOnce(services, mail) : write({}))
    return {
      tenant: presentTenant(tenant),
      user: presentUser({ user, tenant, roles }, services.now()),
      subscribed_products: products.filter(({ key }) => subscribed_products.includes(key)).map(presentProduct),
    }
  })

/** After how many seconds without verification the organisation expires. */
const unansweredSeconds = 7 * 86_400

const expired = () => new AppError('notFound', signUpExpiredText)

async function findSignUp(tenantId: string, { table, now }: Services): Promise<StoredSignUp> {
  if (!isId(tenantId)) throw expired()
  enterTenant(tenantId)
  const keys = keysOf(tenantId)
  const [signUp, tenant] = await table.getAll([keys.signUp, keys.tenant], { consistent: true })
  if (tenant && isNotExpired(tenant, now()))
    throw new AppError('conflict', 'This sign-up is already complete. Please check your email to verify your account.')
  if (!signUp || signUp.expires_at_seconds * 1000 <= now().getTime()) throw expired()
  return signUp
}

/** Throws a 422 with an error for each product that is not offered to the chosen business types. */
function refuseOtherGroups({ tenant }: StoredSignUp, productKeys: readonly string[]): void {
  const offered = new Set<string>(
    products.filter(({ group_key }) => tenant.business_type.includes(group_key)).map(({ key }) => key),
  )
  const problems = [...productKeys.entries()]
    .filter(([, key]) => !offered.has(key))
    .map(([place]) => ({
      loc: ['body', 'subscribed_products', place],
      msg: 'This product is not available for your business types',
      type: 'value_error',
    }))
  if (problems.length > 0) throw new AppError('invalid', problems)
}
