import { MemoryRouter, NavigationType } from 'react-router-dom'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { viewDeliveriesRule } from '#shared/rules/permissions.ts'
import { type SignedInPage, screenLoader } from '../../web/app/page.ts'
import { SignedInRoutes } from '../../web/app/signed-in-routes.tsx'
import { HiddenPagesSessionContext } from '../../web/lib/session/session.ts'
import { aSession } from '../web/a-session.ts'

const MadeUpPage = ({ label }: { label: string }) => <h1>{label}</h1>

const madeUp: SignedInPage = {
  path: '/made-up/:name',
  redirects: ['/once/:name'],
  access: [viewDeliveriesRule],
  menu: { group: 'pharmacy', label: 'Made up' },
  load: screenLoader(async () => ({ MadeUpPage }), 'MadeUpPage'),
}

const open = (path: string, permissions: string[]) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <HiddenPagesSessionContext value={aSession(permissions)}>
        <SignedInRoutes navigation={NavigationType.Pop} pages={{ madeUp }} />
      </HiddenPagesSessionContext>
    </MemoryRouter>,
  )

test.each(['/made-up/one', '/once/upon'])('a page of the list shows at its addresses: %s', async (path) => {
  const page = await open(path, ['delivery.view_orders'])
  await expect.element(page.getByRole('heading', { name: 'Made up' })).toBeVisible()
})

test('a page of the list is blocked for users without its permission', async () => {
  const page = await open('/made-up/one', [])
  await expect.element(page.getByRole('heading', { name: 'Permission Required' })).toBeVisible()
  await expect.element(page.getByText("You don't have the required permission: delivery.view_orders")).toBeVisible()
})
