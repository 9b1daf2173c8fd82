import type { Item } from './table-invariants.ts'

const idIn = (pk: string) => pk.slice(pk.indexOf('#') + 1)

/**
 * Returns a message for every disagreement between accounts, their addresses, credentials, Google accounts and memberships, and the
 * users who have joined or are pending.
 */
export function accountProblems(items: readonly Item[]): string[] {
  const under = (prefix: string, sk = '') =>
    items.filter((item) => item.pk.startsWith(prefix) && item.sk.startsWith(sk) && item.pk.length > prefix.length)
  const accounts = new Map(under('ACCOUNT#', 'ACCOUNT').map((item) => [idIn(item.pk), item]))
  const users = items.filter(({ pk }) => /^T#[\w-]{36}#USERS$/.test(pk))
  const memberships = under('ACCOUNT#', 'MEMBER#')
  const owners = under('EMAIL#')
  const credentials = under('CREDENTIALS#')
  const google = under('GOOGLE#')
  const waiting = under('WAITING#')
  const userOf = ({ tenant_id, user_id }: Item) =>
    users.find((user) => user.id === user_id && user.tenant_id === tenant_id)
  const isWaiting = (user: Item) =>
    waiting.some(({ pk, user_id }) => user_id === user.id && pk === `WAITING#${user.email}`)

  const problems: string[] = []
  const unless = (holds: unknown, problem: string) => {
    if (!holds) problems.push(problem)
  }
  for (const [id, { email }] of accounts) {
    const owner = owners.find(({ pk }) => pk === `EMAIL#${email}`)
    unless(owner?.account_id === id, `the address ${email} does not lead to its account`)
    unless(
      credentials.some(({ pk }) => pk === `CREDENTIALS#${id}`),
      `the account of ${email} has no credentials`,
    )
  }
  unless(owners.length === accounts.size, `${owners.length} addresses of ${accounts.size} accounts`)
  unless(credentials.length === accounts.size, `${credentials.length} credentials of ${accounts.size} accounts`)
  for (const { pk, google_sub } of credentials) {
    const owner = google.find((item) => item.pk === `GOOGLE#${google_sub}`)
    unless(!google_sub || owner?.account_id === idIn(pk), `the Google account ${google_sub} is not that of ${pk}`)
  }
  const connected = credentials.filter(({ google_sub }) => google_sub)
  unless(google.length === connected.length, `${google.length} Google accounts of ${connected.length} accounts`)
  for (const membership of memberships) {
    const user = userOf(membership)
    const email = accounts.get(idIn(membership.pk))?.email
    unless(user?.account_id === idIn(membership.pk), `${membership.pk} ${membership.sk} is no membership of its user`)
    unless(user && email === user.email, `${membership.pk} has another address than its user`)
  }
  for (const user of users) {
    const own = memberships.filter(({ user_id }) => user_id === user.id)
    if (user.account_id === undefined) {
      unless(own.length === 0, `${user.email} has not joined, and has a membership`)
      unless(!hasMail(user) || isWaiting(user), `${user.email} has a link to answer, and does not wait`)
    } else {
      unless(own.length === 1, `${user.email} has joined with ${own.length} memberships`)
      unless(!isWaiting(user) && !hasMail(user), `${user.email} has joined, and waits`)
      unless(user.expires_at_seconds === undefined, `${user.email} has joined, and ends`)
    }
  }
  for (const item of waiting) unless(userOf(item), `${item.pk} waits for a user who is gone`)
  return problems
}

const hasMail = ({ invitation_link, verification_link }: Item) => Boolean(invitation_link || verification_link)

/**
 * Returns a message for every user, role or address of a tenant, and every entry of a user who waits to join it, that expires at
 * another time than the tenant. They must expire together while a sign-up waits for its confirmation, and not at all afterwards.
 */
export function expiryProblems(items: readonly Item[]): string[] {
  const tenants = items.filter(({ sk }) => sk === 'TENANT')
  return tenants.flatMap(({ id, pk, expires_at_seconds }) => {
    const parts = [pk, `${pk}#USERS`, `${pk}#ADDRESSES`, `${pk}#ROLENAMES`]
    const ofSignUp = items.filter(
      (item) => parts.includes(item.pk) || (item.pk.startsWith('WAITING#') && item.tenant_id === id),
    )
    return ofSignUp
      .filter((item) => item.expires_at_seconds !== expires_at_seconds)
      .map((item) => `${item.pk} ${item.sk} ends at ${item.expires_at_seconds}, its tenant at ${expires_at_seconds}`)
  })
}
