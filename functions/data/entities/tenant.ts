import { laterSettingsChoices, type SettingsChoices } from '#shared/model/settings.ts'
import type { CompanyForm } from '#shared/model/sign-up.ts'
import type { ExpiringItem } from '../expiring-item.ts'
import { type AccessPattern, flatKind, type ItemKind, keyAt, type Partition } from '../key.ts'
import { roleKind, type StoredRole } from './role.ts'

export interface StoredTenant extends CompanyDetails, SettingsChoices, ExpiringItem {
  id: string
  name: string
  description: string
  subscribed_products: string[]
  /** The number of active administrators. No change of a user reduces it to 0. */
  active_admins: number
  /** Raised by every change of the settings. */
  version: number
  /** When the requirement of a second step was last extended to more people. */
  require_mfa_since?: string
  /**
   * When an operator verified that this organisation is what it says. Until then, recipients get messages only if they are members of
   * it.
   */
  verified_at?: string
  /** The daily limits that an operator has set for this organisation in place of the usual ones. */
  limits?: Partial<Record<'rows' | 'prescriptions' | 'exports' | 'seals', number>>
  /** The number of API keys that were ever created. */
  api_keys_made?: number
  created_at: string
}

/** The organisation's details from sign-up, apart from its name and description. */
interface CompanyDetails extends Pick<CompanyForm, 'phone_number' | 'domain' | 'business_type'> {
  metadata: Omit<CompanyForm['metadata'], 'company_description'>
}

const tenantKind = flatKind<StoredTenant>('tenant', laterSettingsChoices)

/** Reads the items of the partition that contains the tenant and its roles. */
const organisationKind: ItemKind<StoredTenant | StoredRole> = {
  name: 'organization',
  read: (item) => ('is_system_role' in item ? roleKind.read(item) : tenantKind.read(item)),
  write: (value) => value,
}

export const tenantItemKeys = (tenant: string) => ({
  organisation: { pk: tenant, kind: organisationKind } satisfies Partition<StoredTenant | StoredRole>,
  tenant: keyAt<StoredTenant>(tenantKind, tenant, 'TENANT'),
})

export const tenantAccessPatterns = (): AccessPattern[] => [
  {
    question: 'which organization is this, and what does it subscribe to',
    example: tenantItemKeys('T#t').tenant,
  },
]
