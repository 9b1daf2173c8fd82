import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { manageDeliveriesRule, viewDeliveriesRule } from '#shared/rules/permissions.ts'
import { menuLister } from '../../web/app/menu.ts'
import { findOpenedPage } from '../../web/app/opened-page.ts'
import { type SignedInPage, screenLoader } from '../../web/app/page.ts'
import { documentPatterns, pageAt } from '../../web/app/page-at.ts'
import { publicPages, signedInPages } from '../../web/app/pages.ts'
import { activityFiltersFrom, activityQueryOf } from '../../web/features/activity/activity-filters.ts'
import { eventsPerPage } from '../../web/features/activity/first-calls.ts'
import { fillPath } from '../../web/lib/api/fill-path.ts'
import { lastKnownUserStore } from '../../web/lib/session/last-known.ts'
import { aSession } from './a-session.ts'

const MadeUpPage = () => null

const madeUp: SignedInPage = {
  path: '/made-up/:name',
  redirects: ['/once/:name'],
  access: [viewDeliveriesRule, manageDeliveriesRule],
  menu: { group: 'pharmacy', label: 'Made up' },
  load: screenLoader(async () => ({ MadeUpPage }), 'MadeUpPage'),
  asks: ({ params, today }) => [
    ['/api/made-up/{name}', { params }],
    ['/api/made-up', today ? { query: { today } } : undefined],
  ],
}
const pages = { ...signedInPages, madeUp }

test.each([
  ['/made-up/one', 'one'],
  ['/Made-Up/one/', 'one'],
  ['/once/upon', 'upon'],
])('a page of the list is found at its addresses: %s', (pathname, name) => {
  expect(pageAt(pages, pathname)).toEqual({ page: madeUp, params: { name } })
})

test.each(['/made-up', '/made-up/one/two', '/a/made-up/one'])('no page is found elsewhere: %s', (pathname) => {
  expect(pageAt(pages, pathname)).toBeUndefined()
})

test('no address belongs to two pages', () => {
  const addresses = Object.values({ ...publicPages, ...signedInPages })
    .flatMap(({ path, redirects = [] }) => [path, ...redirects])
    .map((path) => path.replace(/:\w+/g, ':'))
  expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([])
})

test('a page’s document is the one for its addresses', () => {
  const { pattern = '', file } = documentPatterns(pages).at(-1) ?? {}
  expect(file).toBe('/documents/madeUp.html')
  const matching = ['/made-up/one', '/once/upon', '/made-up', '/made-up/one/two'].filter((path) =>
    new RegExp(pattern).test(path),
  )
  expect(matching).toEqual(['/made-up/one', '/once/upon'])
})

test('a page is in the menu of users who may open it', () => {
  const entry = { path: '/made-up/:name', group: 'pharmacy', label: 'Made up' }
  const listed = (permissions: string[]) => menuLister(aSession(permissions), pages)('pharmacy').at(-1)
  expect(listed(['delivery.create_orders'])).toEqual(entry)
  expect(listed(['delivery.view_orders'])).not.toEqual(entry)
})

describe('before a page shows', () => {
  const token = `e30.${btoa(JSON.stringify({ sub: 'u1', iat: 0, exp: 4_000_000_000 }))}.signature`
  let stored: string | null = null
  const remember = (permissions: string[]) => {
    stored = JSON.stringify({ user_id: 'u1', time_zone: 'UTC', is_tenant_admin: false, permissions })
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T12:00:00Z') })
    vi.stubGlobal('localStorage', { getItem: () => stored })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const openMadeUp = () => findOpenedPage(token, { pathname: '/made-up/one', search: '?x=y' }, pages)

  test('its first calls are known from the address and the organization’s day', () => {
    remember(['delivery.create_orders'])
    const { page, opened } = openMadeUp() ?? {}
    expect(opened && page?.asks?.(opened)).toEqual([
      ['/api/made-up/{name}', { params: { name: 'one' } }],
      ['/api/made-up', { query: { today: '2026-11-24' } }],
    ])
    expect(opened?.search.get('x')).toBe('y')
  })

  test('the organization’s day needs no time zone until it has ended', () => {
    const write = vi.fn((_: string, value: string) => {
      stored = value
    })
    vi.stubGlobal('localStorage', { getItem: () => stored, setItem: write })
    const session = aSession(['delivery.create_orders'])
    const timeZone = 'America/New_York'
    lastKnownUserStore.keep({
      ...session,
      user: { ...session.user, id: 'u1' },
      tenant: { ...session.tenant, time_zone: timeZone },
    })
    const todayAt = (instant: string) => {
      vi.setSystemTime(new Date(instant))
      return openMadeUp()?.opened?.today
    }
    expect(['2026-11-24T04:59:59.999Z', '2026-11-25T05:00:00Z'].map(todayAt)).toEqual(['2026-11-23', '2026-11-25'])
    // No browser knows this time zone, so asking for its day would throw.
    stored = stored?.replace(timeZone, 'Nowhere') ?? null
    expect(['2026-11-24T05:00:00Z', '2026-11-25T04:59:59.999Z'].map(todayAt)).toEqual(['2026-11-24', '2026-11-24'])
  })

  test('the activity page requests early exactly what it shows, unless its address has filters', () => {
    remember([])
    stored = stored?.replace('"is_tenant_admin":false', '"is_tenant_admin":true') ?? null
    const firstAt = (search: string) => {
      const { page, opened } = findOpenedPage(token, { pathname: '/admin/activity', search }) ?? {}
      return opened && page?.asks?.(opened)[0]
    }
    const query = { ...activityQueryOf(activityFiltersFrom(new URLSearchParams())), limit: String(eventsPerPage) }
    const [path, early] = firstAt('') ?? []
    expect(fillPath(path ?? '', early ?? {})).toEqual(fillPath('/api/activity', { query }))
    expect(firstAt('?looks=1')).toEqual(['/api/activity', undefined])
  })

  test('nothing is called for users who could not open it at the last visit', () => {
    remember(['delivery.view_orders'])
    expect(openMadeUp()).toEqual({ page: madeUp, opened: undefined })
    stored = null
    expect(openMadeUp()).toEqual({ page: madeUp, opened: undefined })
  })
})

test('the build gives a page a chunk and a document that names all it loads', { tags: ['proof'] }, async () => {
  const root = await mkdtemp(join(tmpdir(), 'carelane-pages-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const house = fileURLToPath(new URL('../..', import.meta.url))
  const web = join(root, 'web')
  await cp(join(house, 'web'), web, { recursive: true, filter: (path) => !path.endsWith('/web/dist') })
  for (const file of ['package.json', 'tsconfig.json']) await cp(join(house, file), join(root, file))
  for (const room of ['node_modules', 'shared']) await symlink(join(house, room), join(root, room))
  await rename(join(web, 'app/pages.ts'), join(web, 'app/other-pages.ts'))
  const write = (file: string, ...lines: string[]) => writeFile(join(web, 'app', file), lines.join('\n'))
  await write(
    'pages.ts',
    `import { signedInPages as others } from './other-pages.ts'`,
    `import { screenLoader } from './page.ts'`,
    `export * from './other-pages.ts'`,
    `export const signedInPages = {`,
    `  ...others,`,
    `  madeUp: {`,
    `    path: '/made-up/:name',`,
    `    access: 'users' as const,`,
    `    load: screenLoader(() => import('./made-up-page.tsx'), 'MadeUpPage'),`,
    `    parts: [() => import('./made-up-part.tsx')],`,
    `  },`,
    `}`,
  )
  await write(
    'made-up-page.tsx',
    `import { Combobox } from '../ui/combobox.tsx'`,
    `export const loadPart = () => import('./made-up-part.tsx')`,
    `export const MadeUpPage = () => <p title="A made-up page">{String([Combobox, loadPart])}</p>`,
  )
  await write('made-up-part.tsx', `export const MadeUpPart = () => <p>A made-up part</p>`)
  await build({ root: web, configFile: join(web, 'vite.config.ts'), logLevel: 'error' })

  const built = (path: string) => readFile(join(web, 'dist', path), 'utf8')
  const document = await built('documents/madeUp.html')
  expect(document).toMatch(/<link rel="preload" as="font" [^>]*href="\/assets\/inter-latin-[^"]+\.woff2">/)
  const preloaded = Array.from(document.matchAll(/rel="modulepreload" [^>]*href="\/([^"]+)"/g), ([, file = '']) => file)
  const names = preloaded.map((file) => file.replace(/^assets\/(.*)-\w+\.js$/, '$1'))
  expect(names).toEqual(expect.arrayContaining(['frame', 'calls', 'madeUp']))
  const chunk = await built(preloaded[names.indexOf('madeUp')] ?? '')
  expect(chunk).toContain('A made-up page')
  expect(chunk).toContain('A made-up part')
  expect(JSON.parse(await built('.vite/documents.json'))).toContainEqual({
    pattern: '^(/made-up/[^/]+)$',
    file: '/documents/madeUp.html',
  })
})
