import * as auth from '#shared/api/auth.ts'
import type { AnswerOf } from '#shared/api/contract.ts'
import { readMyPermissions } from '#shared/api/own-permissions.ts'
import { defaultPlanningSettings } from '#shared/model/planning-settings.ts'
import { secondStepMissingText } from '#shared/rules/sign-in-refusals.ts'
import { defaultTimeRanges } from '#shared/rules/time-ranges.ts'
import { call } from '../api/call.ts'
import { CallError } from '../api/call-error.ts'
import { deviceTokenStore, storeDeviceToken } from './device-tokens.ts'
import type { AccountCalls } from './session-store.ts'

const withDeviceToken = (answer: AnswerOf<typeof auth.login>) =>
  'device_token' in answer ? storeDeviceToken(answer) : answer

/** Returns an error handler that returns `none` if the user has yet to set up a second step, and rethrows other errors. */
const orNone =
  <T>(none: T) =>
  (error: unknown): T => {
    if (error instanceof CallError && error.status === 403 && error.detail === secondStepMissingText) return none
    throw error
  }

/** The API calls of a session. The build puts them into a file of their own, so that the login page can appear without them. */
export const accountCalls: AccountCalls = {
  async login(email, password) {
    const device_token = await deviceTokenStore.find(email)
    const { body } = await call(auth.login, { body: { email, password, ...(device_token && { device_token }) } })
    return withDeviceToken(body)
  },

  googleAuth: async (token) => withDeviceToken((await call(auth.googleAuth, { body: { token } })).body),

  switchTo: async (tenant_id) => (await call(auth.switchOrganisation, { body: { tenant_id } })).body,

  sendVerificationEmail: async (email) => (await call(auth.sendVerificationEmail, { body: { email } })).body.message,

  logout: async (refresh_token) => {
    await call(auth.logout, { body: { refresh_token } })
  },

  async readAccount() {
    const [user, tenant, permissions] = await Promise.all([
      call(auth.me, {}).then(({ body }) => body),
      call(auth.readTenantInfo, {}).then(({ body }) => body, orNone(undefined)),
      call(readMyPermissions, {}).then(({ body }) => body, orNone({})),
    ])
    return { user, tenant: tenant ?? bareTenant(user), permissions }
  },
}

const bareTenant = ({ tenant_id, organisations }: AnswerOf<typeof auth.me>) => ({
  id: tenant_id,
  name: organisations.find((organisation) => organisation.tenant_id === tenant_id)?.name ?? '',
  description: '',
  time_zone: 'UTC',
  time_ranges: defaultTimeRanges,
  ...defaultPlanningSettings,
  subscribed_product_groups: [],
  subscribed_products: [],
})
