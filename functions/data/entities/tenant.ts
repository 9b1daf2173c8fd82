import { type Choices, defaultChoices } from '#shared/model/settings.ts'
import type { CompanyForm } from '#shared/model/sign-up.ts'
import type { ExpiringItem } from '../expiring-item.ts'
import { flatKind, type Kind, keyAt, type Partition, type Question } from '../key.ts'
import { roleKind, type StoredRole } from './role.ts'

export interface StoredTenant extends CompanyDetails, Choices, ExpiringItem {
  id: string
  name: string
  description: string
  subscribed_products: string[]
  /** The number of active administrators. Once above 0, it never becomes 0 again. */
  active_admins: number
  /** Raised by every change of the settings. */
  version: number
  /** The time at which more people were last required to have a second step. */
  require_mfa_since?: string
  /** The number of API keys that were ever made. */
  api_keys_made?: number
  created_at: string
}

/** The organisation's details from sign-up, beside its name and description. */
interface CompanyDetails extends Pick<CompanyForm, 'phone_number' | 'domain' | 'business_type'> {
  metadata: Omit<CompanyForm['metadata'], 'company_description'>
}

const tenantKind = flatKind<StoredTenant>('tenant', { recipient_notices: defaultChoices.recipient_notices })

/** A tenant's own partition holds the tenant and its roles. */
const organisationKind: Kind<StoredTenant | StoredRole> = {
  name: 'organisation',
  read: (item) => ('is_system_role' in item ? roleKind.read(item) : tenantKind.read(item)),
  write: (value) => value,
}

export const tenantKeys = (tenant: string) => ({
  organisation: { pk: tenant, kind: organisationKind } satisfies Partition<StoredTenant | StoredRole>,
  tenant: keyAt<StoredTenant>(tenantKind, tenant, 'TENANT'),
})

export const tenantQuestions = (): Question[] => [
  {
    question: 'who is this organisation, and what does it subscribe to',
    example: tenantKeys('T#t').tenant,
  },
]
