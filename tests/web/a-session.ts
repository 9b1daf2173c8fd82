import type { SignedInState } from '../../web/lib/session/session-store.ts'

/** Returns the session of a user of one organisation with these delivery permissions. */
export const aSession = (permissions: string[]): SignedInState => ({
  state: 'in',
  user: {
    id: 'u1',
    tenant_id: 't1',
    full_name: 'Ana Bell',
    email: 'ana@pharmacy.example',
    avatar_url: null,
    is_tenant_admin: false,
    is_active: true,
    roles: [],
    role: null,
    permissions,
    created_at: '2026-01-01T00:00:00.000Z',
    organisations: [{ tenant_id: 't1', name: 'Elm' }],
    state: 'Active',
    invitation_ends_at: null,
    last_seen_at: null,
    open_deliveries: 0,
    second_step_needed: false,
    idle_minutes: 0,
  },
  tenant: {
    id: 't1',
    name: 'Elm',
    description: '',
    time_zone: 'UTC',
    time_ranges: [],
    delivery_days: [],
    closed_days: [],
    new_delivery_defaults: { signature_required: false, require_photo_id: false },
    subscribed_product_groups: [],
    subscribed_products: [],
  },
  permissions: { delivery: permissions },
})
