import { hasPermission, meetsAccessRule, type SignedInState } from '../lib/session/session-store.ts'
import type { MenuGroup, SignedInPage } from './page.ts'
import { signedInPages } from './pages.ts'

function isListed(session: SignedInState, { access, menu }: SignedInPage) {
  if (access === 'users') return true
  if (access === 'tenant administrators') return session.user.is_tenant_admin
  return access.every((rule) => (menu?.product ? hasPermission(session, rule.named) : meetsAccessRule(session, rule)))
}

/** Returns a function that lists the menu entries of a group that are shown to the user. */
export const menuLister = (session: SignedInState, pages: Readonly<Record<string, SignedInPage>> = signedInPages) => {
  const listed = Object.values(pages).filter((page) => isListed(session, page))
  return (group: MenuGroup) => listed.flatMap(({ path, menu }) => (menu?.group === group ? [{ path, ...menu }] : []))
}
