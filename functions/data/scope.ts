import { AsyncLocalStorage } from 'node:async_hooks'

/** Thrown by code that accesses data of another tenant. It is a bug of ours and is answered with 500. */
export class OutsideTenant extends Error {
  override readonly name = 'OutsideTenant'
}

interface Scope {
  tenantId: string | undefined
  /** Other organisations of the same person, for an action that concerns all of them at once. */
  others?: readonly string[]
}

const scopes = new AsyncLocalStorage<Scope>()

/** Runs one request, or one round of a worker. It has access to no tenant before it enters one, and it can enter only one. */
export const inScope = <T>(run: () => T): T => begin({ tenantId: undefined }, run)

/** Runs a worker's code for one tenant. */
export const inTenant = <T>(tenantId: string, run: () => T): T => begin({ tenantId }, run)

/** Runs a person's action in another organisation of theirs, which has to be among the memberships of their account. */
export function inMembership<T>(memberships: readonly { tenant_id: string }[], tenantId: string, run: () => T): T {
  if (!memberships.some(({ tenant_id }) => tenant_id === tenantId))
    throw new OutsideTenant('The account is no member of this tenant')
  return scopes.getStore() ? scopes.run({ tenantId }, run) : run()
}

/** Runs an action that concerns a person in all of their organisations, which are the memberships of their account. */
export function inAllMemberships<T>(memberships: readonly { tenant_id: string }[], run: () => T): T {
  const scope = scopes.getStore()
  return scope ? scopes.run({ ...scope, others: memberships.map(({ tenant_id }) => tenant_id) }, run) : run()
}

function begin<T>(scope: Scope, run: () => T): T {
  if (scopes.getStore()?.tenantId) throw new OutsideTenant('A run that is one tenant’s begins no other')
  return scopes.run(scope, run)
}

/** Called when a request has verified which tenant it belongs to. From then on it cannot enter another one. */
export function enterTenant(tenantId: string): void {
  const scope = scopes.getStore()
  if (!scope) return
  scope.tenantId ??= tenantId
  if (scope.tenantId !== tenantId) throw new OutsideTenant('A run that is one tenant’s cannot become another’s')
}

/** The scope of the current request. Undefined outside of one, where no data is accessible. */
export const currentScope = (): Readonly<Scope> | undefined => scopes.getStore()
