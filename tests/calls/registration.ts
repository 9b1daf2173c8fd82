import fc from 'fast-check'
import { keysOf } from '#functions/data/table-keys.ts'
import type * as registration from '#shared/api/registration.ts'
import { signUpExpiredText } from '#shared/model/sign-up.ts'
import type { RaceParts } from '#tests/races/groups.ts'
import { companyBody, password } from '#tests/support/sign-up.ts'
import type { CallsOf } from './call.ts'
import { newEmail } from './workplace.ts'

const company = () => ({ body: { ...companyBody, email: newEmail() } })

/** Returns how a call takes part in the race of sign-ups that all use the same email address. */
const begun = (name: string, more: object = {}): RaceParts => ({
  signUp: {
    [name]: {
      body: ({ email }) => ({ ...companyBody, email, ...more }),
    },
  },
})

export const registrationCalls: CallsOf<typeof registration> = {
  'POST /api/auth/register': {
    access: 'public',
    ready: () => ({ body: { ...company().body, password } }),
    races: begun('a registration', { password }),
  },
  'POST /api/users/first-user': { access: 'public', ready: company, races: begun('a first user') },
  'GET /api/registration/product-groups': { access: 'public' },
  'GET /api/registration/products': { access: 'public', ready: () => ({ query: { business_types: 'pharmacy' } }) },
  'POST /api/registration/step1': { access: 'public', ready: company, races: begun('the sign-up begun anew') },
  'POST /api/registration/step2': {
    access: 'public',
    async ready({ app, aSignUp }) {
      const tenant_id = await aSignUp()
      return {
        body: { tenant_id, subscribed_products: ['delivery'] },
        done: async () => ((await app.table.get(keysOf(tenant_id).tenant)) ? 1 : 0),
        repeated: 409,
      }
    },
    ids: { 'body.tenant_id': { of: 'SignUp', refusal: `404 ${signUpExpiredText}` } },
    places: { subscribed_products: fc.subarray(['delivery', 'document_mgmt', 'inventory_mgmt'], { minLength: 1 }) },
    races: {
      signUp: {
        'finishing the sign-up': {
          body: ({ tenant_id }) => ({ tenant_id, subscribed_products: ['delivery'] }),
          refusals: ['409 This sign-up is already complete. Please check your email to verify your account.'],
        },
      },
    },
  },
  'GET /api/registration/tenant/{id}/products': { access: 'public' },
  'POST /api/registration/tenant/{id}/subscribe': {
    access: 'public',
    leaves: 'organisation.subscribed',
    async ready({ app }) {
      const { id } = (await app.createPharmacy()).tenant
      return {
        params: { id },
        body: ['docfinder'],
        done: async () => ((await app.table.get(keysOf(id).tenant))?.subscribed_products.length ?? 0) - 1,
      }
    },
    races: { products: { 'a subscription': { body: () => ['docfinder'] } } },
  },
}
