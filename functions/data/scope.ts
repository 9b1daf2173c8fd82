import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Thrown when code accesses data outside of its scope, such as another tenant's, or enters a second tenant. This is always a bug in
 * our code, and the response is a 500.
 */
export class OutsideTenantError extends Error {
  override readonly name = 'OutsideTenant'
}

interface Scope {
  tenantId: string | undefined
  /** All organisations of the person's account. Set only for an action that concerns all of them at once. */
  others?: readonly string[]
}

const scopes = new AsyncLocalStorage<Scope>()

/**
 * Runs one request, or one round of a worker, which at first has access to no tenant's data. A request then enters the caller's
 * tenant once, with `enterTenant`; a worker calls `runInTenant` for each tenant.
 */
export const runOutsideTenants = <T>(run: () => T): T => begin({ tenantId: undefined }, run)

/** Runs a worker's code for one tenant. */
export const runInTenant = <T>(tenantId: string, run: () => T): T => begin({ tenantId }, run)

/**
 * Runs a person's action in one of their organisations. Throws unless `memberships`, those of the person's account, include that
 * organisation.
 */
export function runInMembership<T>(memberships: readonly { tenant_id: string }[], tenantId: string, run: () => T): T {
  if (!memberships.some(({ tenant_id }) => tenant_id === tenantId))
    throw new OutsideTenantError('The account is not a member of this tenant')
  return scopes.getStore() ? scopes.run({ tenantId }, run) : run()
}

/** Runs an action that concerns a person in all of their organisations. `memberships` are those of the person's account. */
export function runInAllMemberships<T>(memberships: readonly { tenant_id: string }[], run: () => T): T {
  const scope = scopes.getStore()
  return scope ? scopes.run({ ...scope, others: memberships.map(({ tenant_id }) => tenant_id) }, run) : run()
}

function begin<T>(scope: Scope, run: () => T): T {
  if (scopes.getStore()?.tenantId) throw new OutsideTenantError('A run that is one tenant’s begins no other')
  return scopes.run(scope, run)
}

/**
 * Binds the current request to a tenant, once the caller is verified to belong to it. Throws if the request is bound to another
 * tenant already.
 */
export function enterTenant(tenantId: string): void {
  const scope = scopes.getStore()
  if (!scope) return
  scope.tenantId ??= tenantId
  if (scope.tenantId !== tenantId) throw new OutsideTenantError('A run that is one tenant’s cannot become another’s')
}

/**
 * Returns the scope of the current request or of a worker's round. Undefined outside both, where a guarded table refuses every
 * access.
 */
export const currentTenantScope = (): Readonly<Scope> | undefined => scopes.getStore()
