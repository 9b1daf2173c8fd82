import { AsyncLocalStorage } from 'node:async_hooks'

/** Said by a step that reaches for what is not its tenant's: a fault of ours, answered 500. */
export class OutsideTenant extends Error {
  override readonly name = 'OutsideTenant'
}

interface Scope {
  tenantId: string | undefined
  /** Other organisations of the same person, where what they do concerns all of them at once. */
  others?: readonly string[]
}

const scopes = new AsyncLocalStorage<Scope>()

/** Runs one request, or a worker's round. Until it enters a tenant it reaches none, and it enters one only. */
export const inScope = <T>(run: () => T): T => begin({ tenantId: undefined }, run)

/** Runs what a worker does for one tenant. */
export const inTenant = <T>(tenantId: string, run: () => T): T => begin({ tenantId }, run)

/** Runs what a person does in another of their own organisations: one of the memberships of their account. */
export function inMembership<T>(memberships: readonly { tenant_id: string }[], tenantId: string, run: () => T): T {
  if (!memberships.some(({ tenant_id }) => tenant_id === tenantId))
    throw new OutsideTenant('The account is no member of this tenant')
  return scopes.getStore() ? scopes.run({ tenantId }, run) : run()
}

/** Runs what concerns a person in all of their organisations at once: those of the memberships of their account. */
export function inAllMemberships<T>(memberships: readonly { tenant_id: string }[], run: () => T): T {
  const scope = scopes.getStore()
  return scope ? scopes.run({ ...scope, others: memberships.map(({ tenant_id }) => tenant_id) }, run) : run()
}

function begin<T>(scope: Scope, run: () => T): T {
  if (scopes.getStore()?.tenantId) throw new OutsideTenant('A run that is one tenant’s begins no other')
  return scopes.run(scope, run)
}

/** Called where a run learns whose it is, by a proof that it has looked at; from then on it is nobody else's. */
export function enterTenant(tenantId: string): void {
  const scope = scopes.getStore()
  if (!scope) return
  scope.tenantId ??= tenantId
  if (scope.tenantId !== tenantId) throw new OutsideTenant('A run that is one tenant’s cannot become another’s')
}

/** The scope of this run; undefined outside of any, where nothing is within reach. */
export const currentScope = (): Readonly<Scope> | undefined => scopes.getStore()
