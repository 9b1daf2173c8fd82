import { hasPermission, meetsAccessRule, type SignedInState } from '../lib/session/session-store.ts'
import type { MenuGroup, UserPage } from './page.ts'
import { userPages } from './pages.ts'

function isListed(session: SignedInState, { access, menu }: UserPage) {
  if (access === 'users') return true
  if (access === 'tenant administrators') return session.user.is_tenant_admin
  return access.every((rule) => (menu?.product ? hasPermission(session, rule.named) : meetsAccessRule(session, rule)))
}

/** Returns a function that lists the menu entries of a group, without those that the user may not open. */
export const buildMenu = (session: SignedInState, pages: Readonly<Record<string, UserPage>> = userPages) => {
  const listed = Object.values(pages).filter((page) => isListed(session, page))
  return (group: MenuGroup) => listed.flatMap(({ path, menu }) => (menu?.group === group ? [{ path, ...menu }] : []))
}
