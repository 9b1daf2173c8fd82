import { listSignUpGroups } from '#shared/api/registration.ts'

interface WebDocument {
  /** Paths of the app's pages; `*` stands for one segment. */
  addresses: readonly string[]
  /** The modules that the page imports on its way to what it is for. */
  parts: readonly string[]
  /** What the page reads without a session. */
  answers?: readonly string[]
}

const signedIn = ['lib/account-calls.ts', 'lib/amplify-transport.ts', 'app/signed-in-routes.tsx']
const others = [...signedIn, 'app/other-routes.tsx']

/**
 * Each kind of address has a document of its own, which has the browser fetch all that the page needs at once. Every other address
 * gets `index.html`, whose page fetches one part after the other.
 */
export const documents: Readonly<Record<string, WebDocument>> = {
  login: { addresses: ['/login'], parts: ['app/public-routes.tsx'], answers: ['/config.json'] },
  'sign-up': {
    addresses: ['/signup'],
    parts: ['app/public-routes.tsx', 'features/sign-up/sign-up-screen.tsx', 'lib/amplify-transport.ts'],
    answers: ['/config.json', listSignUpGroups.path],
  },
  public: {
    addresses: [
      '/forgot-password',
      '/reset-password',
      '/accept-invitation',
      '/verify-email',
      '/set-password',
      '/accessibility',
      '/docs',
      '/signup/success',
      '/signup/manage/*',
      '/manage/*',
    ],
    parts: ['app/public-routes.tsx'],
  },
  dashboard: {
    addresses: ['/', '/dashboard'],
    parts: [
      ...signedIn,
      'app/dashboard-page.tsx',
      'features/deliveries/day/today.tsx',
      'features/deliveries/run/my-run-today.tsx',
    ],
  },
  deliveries: {
    addresses: ['/pharmacy/delivery'],
    parts: [
      ...signedIn,
      'app/deliveries-page.tsx',
      'features/deliveries/list/delivery-table.tsx',
      'features/deliveries/list/delivery-cards.tsx',
    ],
  },
  'edit-delivery': {
    addresses: ['/pharmacy/delivery/edit/*'],
    parts: [...others, 'app/edit-page.tsx', 'features/patients/patient-picker.tsx'],
  },
  delivery: {
    addresses: ['/pharmacy/delivery/*'],
    parts: [...signedIn, 'app/delivery-page.tsx', 'features/deliveries/history/status-tracker.tsx'],
  },
  'old-delivery': {
    addresses: ['/delivery/*'],
    parts: [...others, 'app/delivery-page.tsx', 'features/deliveries/history/status-tracker.tsx'],
  },
  run: {
    addresses: ['/pharmacy/run', '/pharmacy/runs/*/*'],
    parts: [...signedIn, 'features/deliveries/run/run-screen.tsx'],
  },
  runs: {
    addresses: ['/pharmacy/runs'],
    parts: [...signedIn, 'app/deliveries-page.tsx', 'features/deliveries/run/runs.tsx'],
  },
  audit: { addresses: ['/pharmacy/audit'], parts: [...others, 'features/audit/audit-screen.tsx'] },
  patient: {
    addresses: ['/pharmacy/patients/*'],
    parts: [...others, 'app/patient-page.tsx', 'features/deliveries/patient-deliveries.tsx'],
  },
  'under-development': {
    addresses: ['/pharmacy/documents', '/pharmacy/inventory', '/medical/*'],
    parts: [...others, 'app/under-development.tsx'],
  },
  account: { addresses: ['/account'], parts: [...others, 'features/account/account-screen.tsx'] },
  users: { addresses: ['/admin/users'], parts: [...others, 'features/users/users-screen.tsx'] },
  roles: { addresses: ['/admin/roles'], parts: [...others, 'features/roles/roles-screen.tsx'] },
  activity: { addresses: ['/admin/activity'], parts: [...others, 'features/activity/activity-screen.tsx'] },
  settings: { addresses: ['/admin/tenant'], parts: [...others, 'features/settings/settings-screen.tsx'] },
}

const fileOf = (name: string) => `/documents/${name}.html`

/** The files of the documents, by regular expressions of their addresses. */
export const documentFiles = Object.entries(documents).map(([name, { addresses }]) => ({
  pattern: `^(${addresses.map((address) => address.replaceAll('*', '[^/]+')).join('|')})$`,
  file: fileOf(name),
}))

/** The file of the document for a page's path. */
export const documentOf = (path: string) =>
  documentFiles.find(({ pattern }) => new RegExp(pattern).test(path))?.file ?? '/index.html'
