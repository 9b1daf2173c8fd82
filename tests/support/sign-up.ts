import * as auth from '#shared/api/auth.ts'
import * as registration from '#shared/api/registration.ts'
import type { ProductKey } from '#shared/model/catalogue.ts'
import { newestToken } from './mailbox.ts'
import type { TestApp } from './test-app.ts'

export const companyBody = {
  full_name: 'Olive Owner',
  email: 'olive@example.com',
  phone_number: '5550100142',
  company_name: 'Olive Drugs',
  domain: 'olive.example',
  time_zone: 'UTC',
  business_type: ['pharmacy' as const],
  metadata: {
    npi_number: '1234567893',
    nabp_number: '1234567',
    fax_number: '5550100143',
    company_description: 'Open since 1950',
  },
}

export const password = 'Sturdy-Bridge-77'

export const beginSignUp = (app: TestApp, fields: object = {}) =>
  app.call(registration.signUpCompany, { body: { ...companyBody, ...fields } })

export const chooseProducts = (
  app: TestApp,
  tenant_id: string,
  subscribed_products: readonly string[] = ['delivery'],
) => app.call(registration.completeSignUp, { body: { tenant_id, subscribed_products } })

/** Does both steps of a sign-up and returns the id of the new tenant. */
export async function signUp(app: TestApp, email: string, products: ProductKey[] = ['delivery']): Promise<string> {
  const { body } = await beginSignUp(app, { email })
  await chooseProducts(app, body.tenant_id, products)
  return body.tenant_id
}

/** Follows the link of the newest mail to an address, chooses a password and signs in with it. */
export async function joinByMail(app: TestApp, email: string) {
  const verified = await app.call(auth.verifyEmail, { body: { token: await newestToken(app, email) } })
  const token = verified.body.set_password_token
  await app.call(auth.setPassword, { body: { token, password, confirm_password: password } })
  return app.call(auth.login, { body: { email, password } })
}
