import * as z from 'zod/mini'
import { tenantInfo, user } from './account.ts'
import { emailAddress, fullNameRequiredText, newPassword } from './account-forms.ts'
import { type ProductGroupKey, productGroups, products } from './catalogue.ts'
import {
  commaList,
  distinctList,
  id,
  idInAnswer,
  list,
  optionalNotes,
  optionalText,
  requiredText,
  text,
  textLimit,
  timeZone,
} from './fields.ts'
import { lazy } from './lazy.ts'
import { product } from './product.ts'

/** The limit that the description's character counter shows. A longer description is accepted all the same. */
export const descriptionCounterLimit = 250

/** Shown if the data of the first step is no longer in the browser or, after a day, on the server. */
export const signUpExpiredText = 'Session expired. Please start over.'

const shortestName = 2

const name = (required: string, tooShort: string) =>
  requiredText(required).check(
    z.refine((value) => value === '' || [...value].length >= shortestName, tooShort),
    z.meta({ minLength: shortestName }),
  )

const tenDigitsExample = 'Please enter exactly 10 digits (e.g., 1234567890)'

export const phoneNumber = (label: 'Phone' | 'Fax') => {
  const wrongCount = `${label} number must be exactly 10 digits`
  return requiredText(tenDigitsExample, textLimit, wrongCount).check(
    z.regex(/^\d*$/, tenDigitsExample),
    z.refine((value) => value === '' || /\D/.test(value) || value.length === 10, wrongCount),
    z.meta({ pattern: '^[0-9]{10}$' }),
  )
}

const invalidNpi = 'NPI number must be exactly 10 digits'
const invalidNabp = 'NABP number must be exactly 7 digits'

const businessTypeNeeded = 'Please select at least one business type'

const typeList = { limit: 50, noun: 'business types', needed: businessTypeNeeded }

export const businessType = lazy(() => z.enum(groupKeys(), 'Unknown business type'))

const businessTypes = () => distinctList(businessType(), typeList)

function groupKeys(): ProductGroupKey[] {
  return productGroups.map(({ key }) => key)
}

export const companyName = () => name('Company name is required', 'Company name must be at least 2 characters')

export const companyMetadata = lazy(() =>
  z.object(
    {
      npi_number: text(textLimit, invalidNpi).check(z.regex(/^[0-9]{10}$/, invalidNpi)),
      nabp_number: optionalText(),
      fax_number: phoneNumber('Fax'),
      company_description: optionalNotes(),
    },
    // The error if the whole object is missing. It is the error of the first required field.
    invalidNpi,
  ),
)

const companyFields = () =>
  z.object({
    full_name: name(fullNameRequiredText, 'Name must be at least 2 characters'),
    email: emailAddress(),
    phone_number: phoneNumber('Phone'),
    company_name: companyName(),
    domain: optionalText(),
    /** The time zone that the browser reports. */
    time_zone: z.optional(timeZone()),
    business_type: businessTypes(),
    metadata: z.prefault(companyMetadata(), { npi_number: '', fax_number: '' }),
  })

/** The fields that the check of the NABP number reads. */
const numbered = lazy(() =>
  z.object({ business_type: list(z.unknown(), typeList), metadata: z.object({ nabp_number: z.string() }) }),
)

/**
 * Requires an NABP number only of pharmacies, because no other business has one. The check runs even if other fields have errors.
 */
const nabpOfPharmacy = () =>
  z.refine<z.output<ReturnType<typeof numbered>>>(
    ({ business_type, metadata }) => !business_type.includes('pharmacy') || /^\d{7}$/.test(metadata.nabp_number),
    {
      path: ['metadata', 'nabp_number'],
      error: invalidNabp,
      when: ({ value }) => z.safeParse(numbered(), value).success,
    },
  )

/** The first step of the sign-up wizard. */
export const companyForm = lazy(() => companyFields().check(nabpOfPharmacy()))
export type CompanyForm = z.output<ReturnType<typeof companyForm>>

/**
 * The body of `register`, which programs call in place of the sign-up wizard's first step: the same fields, and a password. Between
 * the second step and the verification of the address, a sign-in with this password is refused with `Email not verified`. The
 * verification discards the password, because a stranger may have registered the address.
 */
export const registration = lazy(() => z.extend(companyFields(), { password: newPassword() }).check(nabpOfPharmacy()))

export const startedSignUp = lazy(() => z.object({ tenant_id: idInAnswer(), user_id: idInAnswer() }))

export const productKey = lazy(() => z.enum(activeProducts(), 'This product is not available'))

/** A list of distinct keys of active products. `needed` is the error for an empty list. */
const productKeys = (needed: string) => distinctList(productKey(), { limit: 50, noun: 'products', needed })

function activeProducts(): string[] {
  return products.filter(({ is_active }) => is_active).map(({ key }) => key)
}

/** The second step of the sign-up wizard. */
export const productSelection = lazy(() =>
  z.object({
    tenant_id: id(signUpExpiredText),
    subscribed_products: productKeys('Please select at least one product to continue'),
  }),
)

export const finishedSignUp = lazy(() =>
  z.object({ tenant: tenantInfo(), user: user(), subscribed_products: z.array(product()) }),
)

/** The products that the subscription page adds. */
export const newSubscriptions = lazy(() => productKeys('Please select at least one product to subscribe'))

export const subscribedTenant = lazy(() =>
  z.pick(tenantInfo(), { id: true, name: true, subscribed_product_groups: true }),
)

/** The data that the subscription page shows to anybody who knows the tenant's id. It contains no data about people. */
export const subscription = lazy(() =>
  z.object({
    tenant: subscribedTenant(),
    subscribed_products: z.array(product()),
    available_products: z.array(product()),
  }),
)
export type Subscription = z.output<ReturnType<typeof subscription>>

/** The business types for which products are offered, separated by commas. */
export const signUpProductsQuery = lazy(() =>
  z.object({
    business_types: z.pipe(commaList(businessTypeNeeded), businessTypes().check(z.meta({ doc: 'business types' }))),
  }),
)
