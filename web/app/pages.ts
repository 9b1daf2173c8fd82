import { openApiPath } from '#shared/api/document-path.ts'
import { pageFirstPaths, signUpGroupsPath } from '#shared/api/first-paths.ts'
import type { PermissionKey } from '#shared/model/catalogue.ts'
import { manageDeliveriesRule, viewDeliveriesRule } from '#shared/rules/permissions.ts'
import { activityFirstCalls } from '../features/activity/first-calls.ts'
import { editFirstCalls, managementFirstCalls } from '../features/deliveries/first-calls.ts'
import { dayRunsInputsFromAddress, runInputFromAddress } from '../features/runs/first-run-inputs.ts'
import { paths } from '../lib/navigation/paths.ts'
import { wasPermitted } from '../lib/session/last-known.ts'
import { type PublicPage, type SignedInPage, screenLoader } from './page.ts'

// This file defines each page once. Routes, guards, the menu, documents, chunks and first calls are generated from these
// records. The build reads this file too, so it imports nothing of React, and components only by `import()`.

/** A page whose first calls are not all in its `asks` loads the code that makes them with its other files. */
const transport = () => import('../lib/api/amplify-transport.ts')

const login = screenLoader(() => import('../features/account/login-screen.tsx'), 'LoginScreen')
const deliveries = screenLoader(() => import('./deliveries-page.tsx'), 'DeliveriesPage')
const underDevelopment = screenLoader(() => import('./under-development.tsx'), 'UnderDevelopment')

/** Returns the access of a page for a product that has no screens of its own yet: users need this permission. */
const holding = (permission: PermissionKey) => [{ named: permission, anyOf: [permission] }]

export const publicPages: Readonly<Record<string, PublicPage>> = {
  login: { path: paths.login, access: 'visitors', load: login, reads: ['/config.json'] },
  forgotPassword: {
    path: paths.forgotPassword,
    access: 'visitors',
    load: screenLoader(() => import('../features/account/forgot-password-screen.tsx'), 'ForgotPasswordScreen'),
  },
  resetPassword: {
    path: paths.resetPassword,
    access: 'visitors',
    load: screenLoader(() => import('../features/account/reset-password-screen.tsx'), 'ResetPasswordScreen'),
  },
  acceptInvitation: {
    path: paths.acceptInvitation,
    access: 'everybody',
    load: screenLoader(() => import('../features/account/accept-invitation-screen.tsx'), 'AcceptInvitationScreen'),
    parts: [transport],
  },
  verifyEmail: {
    path: paths.verifyEmail,
    access: 'everybody',
    load: screenLoader(() => import('../features/account/verify-email-screen.tsx'), 'VerifyEmailScreen'),
    parts: [transport],
  },
  setPassword: {
    path: paths.setPassword,
    access: 'everybody',
    load: screenLoader(() => import('../features/account/set-password-screen.tsx'), 'SetPasswordScreen'),
  },
  notMe: {
    path: paths.notMe,
    access: 'everybody',
    load: screenLoader(() => import('../features/account/not-me-screen.tsx'), 'NotMeScreen'),
    parts: [transport],
  },
  accessibility: {
    path: paths.accessibility,
    access: 'everybody',
    load: screenLoader(() => import('../features/accessibility/accessibility-screen.tsx'), 'AccessibilityScreen'),
  },
  reference: {
    path: paths.reference,
    access: 'everybody',
    load: screenLoader(() => import('../features/reference/reference-screen.tsx'), 'ReferenceScreen'),
    reads: [openApiPath],
  },
  signUp: {
    path: paths.signUp,
    access: 'everybody',
    load: screenLoader(() => import('../features/sign-up/sign-up-screen.tsx'), 'SignUpScreen'),
    parts: [transport],
    reads: ['/config.json', signUpGroupsPath],
  },
  signUpSuccess: {
    path: paths.signUpSuccess,
    access: 'everybody',
    load: screenLoader(() => import('../features/sign-up/sign-up-success-screen.tsx'), 'SignUpSuccessScreen'),
  },
  subscription: {
    path: paths.subscription(':tenantId'),
    redirects: ['/manage/:tenantId'],
    access: 'everybody',
    load: screenLoader(() => import('../features/organisation/subscription-screen.tsx'), 'SubscriptionScreen'),
    parts: [transport],
  },
}

/** The pages of signed-in users. The menu lists those with a `menu` in this order. */
export const signedInPages: Readonly<Record<string, SignedInPage>> = {
  dashboard: {
    path: paths.dashboard,
    redirects: ['/'],
    access: 'users',
    load: screenLoader(() => import('./dashboard-page.tsx'), 'DashboardPage'),
    parts: [() => import('../features/dashboard/day-figures.tsx'), () => import('../features/runs/my-run-today.tsx')],
    asks: (opened) => [
      [pageFirstPaths.run, wasPermitted(opened.known, viewDeliveriesRule) ? runInputFromAddress(opened) : undefined],
      [pageFirstPaths.day, wasPermitted(opened.known, manageDeliveriesRule) ? {} : undefined],
    ],
  },
  account: {
    path: paths.account,
    access: 'users',
    load: screenLoader(() => import('../features/account/account-screen.tsx'), 'AccountScreen'),
    asks: () => [
      [pageFirstPaths.factors, {}],
      [pageFirstPaths.sessions, {}],
    ],
  },
  deliveries: {
    path: paths.deliveries,
    redirects: ['/delivery'],
    access: [viewDeliveriesRule],
    menu: {
      group: 'pharmacy',
      label: 'Delivery Management',
      product: 'delivery',
      alsoAt: [paths.runs, paths.patientPages, paths.import],
    },
    load: deliveries,
    parts: [() => import('../features/deliveries/list/delivery-list.tsx')],
    asks: managementFirstCalls,
  },
  delivery: {
    path: paths.delivery(':id'),
    redirects: ['/delivery/:id'],
    access: [viewDeliveriesRule],
    load: screenLoader(() => import('./delivery-page.tsx'), 'DeliveryPage'),
    parts: [() => import('../features/deliveries/status/status-tracker.tsx')],
    asks: ({ params }) => [[pageFirstPaths.delivery, { params }]],
  },
  /**
   * Editing, like the runs, is a view of the deliveries screen. All views share one component, which stays mounted when the view
   * changes.
   */
  editDelivery: {
    path: paths.editDelivery(':id'),
    access: [viewDeliveriesRule, manageDeliveriesRule],
    load: deliveries,
    parts: [
      () => import('../features/deliveries/form/delivery-editor.tsx'),
      () => import('../features/patients/patient-picker.tsx'),
    ],
    asks: editFirstCalls,
  },
  runs: {
    path: paths.runs,
    access: [viewDeliveriesRule, manageDeliveriesRule],
    load: deliveries,
    parts: [() => import('../features/runs/runs.tsx')],
    asks(opened) {
      const first = dayRunsInputsFromAddress(opened)
      return [
        [pageFirstPaths.runs, first?.day],
        [pageFirstPaths.deliveries, first?.packages],
        [pageFirstPaths.stopQuestions, first?.day],
        [pageFirstPaths.pharmacists, {}],
      ]
    },
  },
  run: {
    path: paths.run(':date', ':userId'),
    access: [viewDeliveriesRule],
    load: screenLoader(() => import('./run-page.tsx'), 'RunPage'),
    asks: (opened) => [[pageFirstPaths.run, runInputFromAddress(opened)]],
  },
  patient: {
    path: paths.patient(':patientId'),
    access: [viewDeliveriesRule, manageDeliveriesRule],
    load: screenLoader(() => import('./patient-page.tsx'), 'PatientPage'),
    parts: [() => import('../features/deliveries/list/patient-deliveries.tsx'), transport],
    asks: ({ params: { patientId = '' } }) => [[pageFirstPaths.patient, { params: { id: patientId } }]],
  },
  documents: {
    path: paths.documents,
    access: holding('document_mgmt.view_docs'),
    menu: { group: 'pharmacy', label: 'Documents', product: 'document_mgmt' },
    load: underDevelopment,
  },
  inventory: {
    path: paths.inventory,
    access: holding('inventory_mgmt.check_stock'),
    menu: { group: 'pharmacy', label: 'Inventory', product: 'inventory_mgmt' },
    load: underDevelopment,
  },
  myRun: {
    path: paths.myRun,
    access: [viewDeliveriesRule],
    menu: { group: 'pharmacy', label: 'My Run' },
    load: screenLoader(() => import('./run-page.tsx'), 'MyRunPage'),
    asks: (opened) => [[pageFirstPaths.run, runInputFromAddress(opened)]],
  },
  audit: {
    path: paths.audit,
    access: [viewDeliveriesRule, manageDeliveriesRule],
    menu: { group: 'pharmacy', label: 'Audit packet' },
    load: screenLoader(() => import('../features/audit/audit-screen.tsx'), 'AuditScreen'),
  },
  import: {
    path: paths.import,
    access: [manageDeliveriesRule],
    load: screenLoader(() => import('../features/imports/import-screen.tsx'), 'ImportScreen'),
  },
  speechEmr: {
    path: paths.speechEmr,
    access: holding('speech_emr.view_patient_notes'),
    menu: { group: 'medical', label: 'Speech EMR', product: 'speech_emr' },
    load: underDevelopment,
  },
  docFinder: {
    path: paths.docFinder,
    access: holding('docfinder.search_doctors'),
    menu: { group: 'medical', label: 'DocFinder', product: 'docfinder' },
    load: underDevelopment,
  },
  users: {
    path: paths.users,
    access: 'tenant administrators',
    menu: { group: 'admin', label: 'Users', description: 'Invite people, assign roles, deactivate accounts.' },
    load: screenLoader(() => import('../features/people/users-screen.tsx'), 'UsersScreen'),
    asks: () => [
      [pageFirstPaths.users, {}],
      [pageFirstPaths.roles, {}],
    ],
  },
  roles: {
    path: paths.roles,
    access: 'tenant administrators',
    menu: { group: 'admin', label: 'Roles', description: 'Choose what each role can do.' },
    load: screenLoader(() => import('../features/people/roles-screen.tsx'), 'RolesScreen'),
    asks: () => [
      [pageFirstPaths.roles, {}],
      [pageFirstPaths.allPermissions, {}],
    ],
  },
  activity: {
    path: paths.activity,
    access: 'tenant administrators',
    menu: { group: 'admin', label: 'Activity', description: 'See who changed what and who viewed it.' },
    load: screenLoader(() => import('../features/activity/activity-screen.tsx'), 'ActivityScreen'),
    parts: [transport],
    asks: activityFirstCalls,
  },
  integrations: {
    path: paths.integrations,
    access: 'tenant administrators',
    menu: { group: 'admin', label: 'Integrations', description: 'API keys that connect other software to Carelane.' },
    load: screenLoader(() => import('../features/integrations/integrations-screen.tsx'), 'IntegrationsScreen'),
    asks: () => [[pageFirstPaths.apiKeys, {}]],
  },
  tenantSettings: {
    path: paths.tenantSettings,
    access: 'tenant administrators',
    menu: {
      group: 'admin',
      label: 'Tenant Settings',
      description: 'Your organization’s details, security and delivery rules.',
    },
    load: screenLoader(() => import('../features/organisation/settings-screen.tsx'), 'SettingsScreen'),
    asks: () => [[pageFirstPaths.settings, {}]],
  },
}

/**
 * The modules that every public page loads, and those that every page of signed-in users loads. The login page is among those of
 * the public pages, so visitors who go on to it from another public page have already loaded it.
 */
export const sharedPageModuleLoaders = {
  public: [() => import('./public-routes.tsx'), login],
  signedIn: [() => import('./signed-in-routes.tsx'), () => import('../lib/session/account-calls.ts')],
}
