/**
 * An address of a page, and the first element that shows what the page is for: a CSS selector and, if others match it as well, a
 * pattern of its text. Where the product changes such a text, keep the earlier one as an alternative, so that `npm run bench` can
 * still measure an earlier state beside this one.
 */
export interface PageVisit {
  path: string
  element: string
  says?: RegExp
}

type Visits = readonly [PageVisit, ...PageVisit[]]

const visit = (path: string, element: string, says?: RegExp): PageVisit => ({ path, element, ...(says && { says }) })

/** The pages that need no session, by their names in `web/app/pages.ts`. */
export const publicVisits = {
  login: [visit('/login', 'input[type=password]')],
  signUp: [visit('/signup', 'input[type=checkbox]')],
  signUpSuccess: [visit('/signup/success', 'h1', /Session Expired/)],
  subscription: [visit('/signup/manage/none', 'main', /Tenant Not Found/)],
  forgotPassword: [visit('/forgot-password', 'main input')],
  resetPassword: [visit('/reset-password?token=none', 'main input')],
  setPassword: [visit('/set-password?token=none', 'main input')],
  acceptInvitation: [visit('/accept-invitation?token=none', 'h1', /Invalid Invitation/)],
  verifyEmail: [visit('/verify-email?token=none', 'h1', /Error Verifying Email/)],
  notMe: [visit('/not-me?token=none', 'main button')],
  accessibility: [visit('/accessibility', 'main h2')],
  reference: [visit('/docs', 'main h2')],
} satisfies Record<string, Visits>

interface Ids {
  /** The user who visits the pages, and today's date at their pharmacy. */
  userId: string
  today: string
  /** A delivery that can be edited, and its patient. */
  deliveryId: string
  patientId: string
}

/** Returns the visits to each page of signed-in users: at its own path, and at paths that open another view of it. */
export const signedInVisits = ({ userId, today, deliveryId, patientId }: Ids) =>
  ({
    dashboard: [visit('/dashboard', 'main', /To collect/)],
    deliveries: [
      visit('/pharmacy/delivery', 'main [data-row]'),
      visit('/pharmacy/delivery?view=past', 'main [data-row]'),
      visit('/pharmacy/delivery?view=attention', 'main h2'),
      visit('/pharmacy/delivery?view=patients', 'main [data-row]'),
      visit('/pharmacy/delivery?view=create', 'main h2'),
      visit(`/pharmacy/delivery?view=create&patient=${patientId}`, 'main h2'),
    ],
    delivery: [visit(`/pharmacy/delivery/${deliveryId}`, 'main', /Delivery ID/)],
    editDelivery: [visit(`/pharmacy/delivery/edit/${deliveryId}`, 'main h2')],
    runs: [visit('/pharmacy/runs', 'main h2')],
    run: [visit(`/pharmacy/runs/${today}/${userId}`, 'main', /Nothing to deliver on this day|\d of \d+ done/)],
    myRun: [visit('/pharmacy/run', 'main', /Nothing to deliver on this day|\d of \d+ done/)],
    patient: [visit(`/pharmacy/patients/${patientId}`, 'main', /Upcoming/)],
    audit: [visit('/pharmacy/audit', 'main textarea')],
    import: [visit('/pharmacy/import', 'main h2')],
    documents: [visit('/pharmacy/documents', 'main h2')],
    inventory: [visit('/pharmacy/inventory', 'main h2')],
    speechEmr: [visit('/medical/speech-emr', 'main', /speech_emr/)],
    docFinder: [visit('/medical/docfinder', 'main', /docfinder/)],
    users: [visit('/admin/users', 'main [data-row], main li section')],
    roles: [visit('/admin/roles', 'main h2')],
    activity: [visit('/admin/activity', 'main summary')],
    integrations: [visit('/admin/integrations', 'main h2')],
    tenantSettings: [visit('/admin/tenant', 'main', /Fax number/i)],
    account: [visit('/account', 'main', /authenticator app/)],
  }) satisfies Record<string, Visits>
