/**
 * The addresses of the web app's pages. Links pass ids and dates; the router's paths in `app/pages.ts` pass a placeholder such as
 * `:id`.
 */
export const paths = {
  login: '/login',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  acceptInvitation: '/accept-invitation',
  verifyEmail: '/verify-email',
  setPassword: '/set-password',
  notMe: '/not-me',
  accessibility: '/accessibility',
  reference: '/docs',
  signUp: '/signup',
  signUpStep: (step: 2 | 3) => `/signup?step=${step}`,
  signUpSuccess: '/signup/success',
  subscription: (tenantId: string) => `/signup/manage/${tenantId}`,
  account: '/account',
  dashboard: '/dashboard',
  pharmacy: '/pharmacy',
  deliveries: '/pharmacy/delivery',
  newDelivery: '/pharmacy/delivery?view=create',
  newDeliveryFor: (patientId: string) => `/pharmacy/delivery?view=create&patient=${patientId}`,
  duplicate: (deliveryId: string) => `/pharmacy/delivery?view=create&like=${deliveryId}`,
  attention: '/pharmacy/delivery?view=attention',
  late: '/pharmacy/delivery?status=late',
  patients: '/pharmacy/delivery?view=patients',
  newPatient: '/pharmacy/delivery?view=patients&new',
  patientPages: '/pharmacy/patients',
  patient: (patientId: string) => `/pharmacy/patients/${patientId}`,
  delivery: (deliveryId: string) => `/pharmacy/delivery/${deliveryId}`,
  /** A delivered delivery's page with the form that corrects `field` of its record. */
  correction: (deliveryId: string, field: string) => `/pharmacy/delivery/${deliveryId}?correct=${field}`,
  editDelivery: (deliveryId: string) => `/pharmacy/delivery/edit/${deliveryId}`,
  myRun: '/pharmacy/run',
  runs: '/pharmacy/runs',
  runsOf: (date: string) => `/pharmacy/runs?date=${date}`,
  run: (date: string, userId: string) => `/pharmacy/runs/${date}/${userId}`,
  audit: '/pharmacy/audit',
  import: '/pharmacy/import',
  importOf: (kind: 'deliveries' | 'patients') => `/pharmacy/import?kind=${kind}`,
  documents: '/pharmacy/documents',
  inventory: '/pharmacy/inventory',
  medical: '/medical',
  speechEmr: '/medical/speech-emr',
  docFinder: '/medical/docfinder',
  admin: '/admin',
  users: '/admin/users',
  roles: '/admin/roles',
  activity: '/admin/activity',
  integrations: '/admin/integrations',
  changesOfPatient: (patientId: string) => `/admin/activity?patient=${patientId}`,
  changesOfDelivery: (deliveryId: string) => `/admin/activity?delivery=${deliveryId}`,
  tenantSettings: '/admin/tenant',
} as const

/** The text of links to `paths.subscription`. */
export const subscriptionLabel = 'Manage Subscription'

/** The router state of a link back to an earlier page. With it, that page restores what the user last saw there. */
export const backLinkState = 'returning'

/** The router state of a navigation that changes only a part of the screen, such as its tab. The focus stays where it is. */
export const sameScreenState = 'staying'

/** Texts of links to the login page. */
export const backToLoginLabel = 'Back to login'
export const goToLoginLabel = 'Go to login'

const base = 'https://this.origin'

/**
 * Returns the path to open after signing in: the remembered path if it stays on this origin and is not the login page, otherwise
 * the dashboard.
 */
export function pathAfterSignIn(remembered: unknown): string {
  if (typeof remembered !== 'string' || !remembered.startsWith('/') || !URL.canParse(remembered, base))
    return paths.dashboard
  const { origin, pathname, search, hash } = new URL(remembered, base)
  return origin === base && !pathname.startsWith('//') && pathname !== paths.login
    ? pathname + search + hash
    : paths.dashboard
}
