import { demoPassword, demoPatients, demoStaff } from '#infra/local/demo/people.ts'
import { productGroups, products, systemRoles } from '#shared/model/catalogue.ts'
import { languages, timeRanges } from '#shared/model/delivery.ts'

type Facts = Readonly<Record<string, unknown>>

const [administrator, , , driver] = demoStaff
const [patient] = demoPatients
const [group] = productGroups
const [delivery] = products
const [, deliveryStaff] = systemRoles
const [slot] = timeRanges
const [language] = languages

/** Stands for a field that an example leaves out. */
export const absent = Symbol('absent')

const tenantId = '5f1a8b0e-3c52-4f6e-9d0a-6b1c2d3e4f50'
const driverId = '9a6c1d2e-7b34-4c58-8e9f-0a1b2c3d4e5f'
const roleId = '2b7d9e10-4f6a-4b8c-9d1e-3f5a7b9c0d2e'
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const media = 'https://media.example/tenants/5f1a8b0e'
const day = '2026-11-23'
const instant = '2026-11-23T14:05:00.000Z'
const slipCode = '7D0C1F0E-K7M2P9QRS4'

/** Of what every call may speak, by the names of fields. */
const common: Facts = {
  ...{ id: '7d0c1f0e-8f5b-4a9e-b3d7-5b8f0e3c2a41', _id: 'c2a41e3c-5b8f-4a9e-b3d7-7d0c1f0e8f5b', version: 3 },
  ...{
    tenant_id: tenantId,
    user_id: driverId,
    patient_id: '1c9e6f42-0d3b-4a57-8b6c-2e4f6a8b0c1d',
    pharmacist_id: driverId,
  },
  ...{ full_name: administrator.full_name, email: administrator.email, password: demoPassword },
  ...{ new_password: 'Lighthouse-42-Harbor', confirm_password: demoPassword, avatar_url: null },
  ...{ role: deliveryStaff.name, roles: [roleId], permissions: deliveryStaff.permissions },
  ...{ company_name: 'Elm Street Pharmacy', domain: 'elmstreet.example', time_zone: 'America/New_York' },
  ...{ phone_number: '5550100100', fax_number: '5550100101', npi_number: '1234567893', nabp_number: '1234567' },
  ...{ business_type: [group.key], subscribed_product_groups: [group.key], subscribed_products: [delivery.key] },
  ...{ company_description: 'A neighbourhood pharmacy that delivers to the door.', initialized: [deliveryStaff.name] },
  ...{
    access_token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI5YTZjMWQyZSJ9.c2lnbmF0dXJl',
    refresh_token: 'v1.5f1a8b0e.c2VjcmV0',
  },
  ...{ token: 'k1.ZXhhbXBsZQ.c2lnbmF0dXJl', set_password_token: 'k1.ZXhhbXBsZQ.c2lnbmF0dXJl' },
  ...{
    device_token: 'k1.ZGV2aWNl.c2lnbmF0dXJl',
    message: 'Password changed.',
    invited_by: administrator.full_name,
    value: slot.value,
    label: slot.label,
  },
  ...{
    PermissionMap: { [delivery.key]: deliveryStaff.permissions },
    created_at: instant,
    updated_at: instant,
    last_seen_at: instant,
    invitation_ends_at: null,
    changed_at: instant,
  },
}

const patientFacts: Facts = { ...patient, patient_name: patient?.name, delivery_address: patient?.address }

const misread = 'Misread at the counter'

const doorFacts: Facts = {
  ...{ signer_name: patient?.name, signer_relationship: 'patient', photo_id: { checked: true, kind: 'passport' } },
  ...{ hipaa_form_outcome: 'given', hipaa_form_reason: null, counseling_outcome: 'accepted', payment_method: 'card' },
  ...{ signature_method: 'drawn', signature_quality: 'good', captured_at: instant, call_back_due_at: null },
  ...{ fill_date: '2026-11-20', fill_number: 0, outcome: 'reached', due_at: instant },
}

const aHash = (digits: string) => digits.repeat(64 / digits.length)

const proofFacts: Facts = {
  ...{ signature_sha256: aHash('9f2c41d7'), strokes_sha256: aHash('5b8f0e3c'), photo_sha256: aHash('a41e3c5b') },
  ...{ field: 'rx_information.0.fill_number', from: null, to: 1 },
  ...{ corrected_at: instant, corrected_by_name: administrator.full_name, witness: null, delivered_at: instant },
  ...{ prev: aHash('3f5a7b9c'), hash: aHash('7d0c1f0e'), name: driver.full_name, row: 0, found: 'one' },
  ...{ chain_ok: true, missing: [], signature_strokes: `${media}/strokes.json` },
}

const deliveryFacts: Facts = {
  ...patientFacts,
  ...doorFacts,
  ...proofFacts,
  ...{ delivery_date: day, rx_date: '2026-11-20', time_range: slot.value, language: language.value },
  ...{ rx_number: 'RX-204518', copay: 12.5, sku_number: 'Lisinopril 10 mg', quantity: 1, price: 8.49 },
  ...{ total_copay: 12.5, total_price: 8.49, rx_count: 1, sku_count: 1, amount: 12.5 },
  ...{ delivery_notes: 'Ring twice, please.', order_notes: 'Ring twice, please.', notes: '' },
  ...{ pharmacist_name: driver.full_name, changed_by_name: driver.full_name, changed_by_email: driver.email },
  ...{ signature_required: true, collect_copay: true, hipaa_form_received: true, counseling_received: true },
  ...{ patient_signature: pixel, signature_timestamp: instant, completed_at: null, refresh_patient: false },
  ...{ content_type: 'image/jpeg', size: 2_400_000, photo_key: 'uploads/5f1a8b0e/7d0c1f0e' },
  ...{ url: media, fields: { key: 'uploads/5f1a8b0e/7d0c1f0e', 'Content-Type': 'image/jpeg' } },
  ...{ return_by: '2026-11-30', return_state: 'ok', attention: absent },
  ...{ access_notes: 'Gate code 4711#.', loaded_at: instant, returned_at: null },
  ...{ reason: 'no_answer', note: 'Rang twice.', attempted_at: instant, captured_at: instant },
  ...{ attempted_by: driver.full_name, amount_due: 12.5, stop: 1 },
}
/** Made up: bytes that no device has signed. */
const deviceBytes = 'c2lnbmVkIGJ5IGEgZGV2aWNl'

/** By the tag of a call. */
const byTag: Readonly<Record<string, Facts>> = {
  auth: {
    ...{ current_password: demoPassword, code: '204518', mfa_token: 'k1.bWZh.c2lnbmF0dXJl', methods: ['totp'] },
    ...{ device: 'Chrome on Windows', place: '203.0.113.7', current: true, last_used_at: instant },
    ...{ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', uri: `otpauth://totp/Carelane:${administrator.email}` },
    ...{ totp: true, recovery_codes_left: 10, recovery_codes: ['k7qm-x4wp-n2h5-r8td'] },
    ...{ challenge: 'k1.Y2hhbGxlbmdl.c2lnbmF0dXJl', rp_id: 'carelane.example', excluded: [] },
    ...{ clientDataJSON: deviceBytes, attestationObject: deviceBytes, authenticatorData: deviceBytes },
    ...{ signature: deviceBytes, userHandle: deviceBytes, transports: ['internal'], passkey: absent },
  },
  patients: patientFacts,
  deliveries: deliveryFacts,
  runs: deliveryFacts,
  audit: {
    delivery_notes: 'Ring twice, please.',
    ...patientFacts,
    ...doorFacts,
    ...proofFacts,
    rx_number: 'RX-204518',
    rx_date: '2026-11-20',
    date: day,
  },
  roles: { name: deliveryStaff.name, description: deliveryStaff.description },
  settings: {
    ...{ require_mfa: 'off', return_window_kind: 'calendar', return_window_days: 10, idle_minutes: 30 },
    name: 'Elm Street Pharmacy',
    description: 'A neighbourhood pharmacy that delivers to the door.',
  },
}

const runFacts: Facts = { date: day, state: 'out', expected: 37.5 }

/** By the name of a schema. */
const bySchema: Readonly<Record<string, Facts>> = {
  Product: {
    ...delivery,
    permissions: delivery.permissions.map((permission) => ({ ...permission, product_key: delivery.key })),
  },
  Permission: { ...delivery.permissions[0], product_key: delivery.key },
  ProductGroup: group,
  // Products, where others of this name are keys.
  FinishedSignUp: { subscribed_products: undefined },
  Subscription: { subscribed_products: undefined },
  TenantInfo: { id: tenantId, name: 'Elm Street Pharmacy', description: 'A neighbourhood pharmacy.' },
  SubscribedTenant: { id: tenantId, name: 'Elm Street Pharmacy' },
  ActivityEvent: {
    ...{
      id: '01KASY7C2M8V',
      action: 'delivery.assigned',
      query: absent,
      count: absent,
      hash: absent,
      request_id: 'YQ3hVhYxIAMEPzw=',
    },
    ...{ place: 'Chrome on Windows', at: instant },
  },
  ActivityActor: { id: driverId, name: driver.full_name, email: driver.email },
  ActivitySubject: { type: 'delivery', label: patient?.name },
  FieldChange: { field: 'pharmacist_name', from: null, to: driver.full_name },
  NewPasskey: { name: 'Counter computer' },
  Passkey: { name: 'Counter computer' },
  PasskeyOwner: { id: deviceBytes, name: administrator.email },
  PasskeyRegistration: { id: deviceBytes },
  PasskeyProof: { id: deviceBytes },
  PasskeySignIn: { passkey: undefined },
  Organisation: { name: 'Elm Street Pharmacy' },
  Invitation: { organisation: 'Elm Street Pharmacy', has_account: false },
  Role: { id: roleId, is_system_role: true },
  Pharmacist: { id: driverId, full_name: driver.full_name, email: driver.email },
  HistoryItem: { status: 'in_progress', old_status: 'assigned', new_status: 'in_progress' },
  Delivery: {
    ...{ status: 'in_progress', patient_signature: null, signature_timestamp: null, amount: null },
    ...{ delivery_photo_url: null, delivery_photo: null, delivery_photo_content_type: null },
  },
  DeliveryRow: { status: 'in_progress' },
  WaitingDelivery: { status: 'delivered' },
  Proof: { status: 'delivered', completed_at: instant },
  CorrectionForm: { value: 1, reason: misread },
  MadeCorrection: { reason: misread },
  RecordCallBackBody: { note: 'No questions were left.' },
  AuditRequest: { from: absent, to: absent },
  DeliveryHit: { status: 'in_progress', matched: 'patient' },
  PatientHit: { ...patientFacts },
  PrescribedDelivery: { status: 'in_progress' },
  RefusedPerson: { detail: 'A user with this email already exists' },
  RefusedDelivery: { detail: 'Cannot change status from delivered to cancelled' },
  Day: { date: day, expected: 37.5, collected: 12.5, to_collect: 25, late: 1, attention: 2 },
  DayCounts: { pending: 1, unassigned: 2, assigned: 3, in_progress: 2, delivered: 4, failed: 0, cancelled: 1 },
  DaySlot: { to_do: 2, out: 1, delivered: 3, failed: 0, late: 1 },
  BulkChange: { ids: ['7d0c1f0e-8f5b-4a9e-b3d7-5b8f0e3c2a41'] },
  StatusChange: { status: 'in_progress', patient_signature: absent, delivery_photo_key: absent },
  Completion: {
    signer_name: patient?.name,
    signature_strokes: [
      [
        [120, 90, 0],
        [124, 96, 16],
      ],
    ],
    delivery_photo_key: absent,
    delivery_photo: absent,
    is_first_delivery: absent,
    notes: absent,
  },
  ReadPrintDataAnswer: {
    code: slipCode,
    url: 'https://carelane.example/pharmacy/delivery/7d0c1f0e-8f5b-4a9e-b3d7-5b8f0e3c2a41',
  },
  Run: { ...runFacts, not_started: absent },
  RunSummary: runFacts,
  RunPerson: { id: driverId, full_name: driver.full_name },
  RunDelivery: { status: 'in_progress' },
  PackageNeeds: { photo_id: true },
  RunLoad: { code: slipCode, delivery_id: absent },
  RunConfirm: { reason: 'Two dollars were given back as change.' },
  RunReopen: { reason: 'The count was of another run.' },
  Closing: {
    ...{ note: 'The rest is in the envelope.', reason: '', closed_at: instant, confirmed_at: instant },
  },
  ResetPasswordBody: { confirm_password: 'Lighthouse-42-Harbor' },
}

interface Place {
  tag: string | undefined
  /** The name of the schema around the field. */
  schema?: string
}

/** What the demo pharmacy has in a field, or under the name of a schema; undefined where it says nothing. `null` is a fact. */
export function factOf(field: string, { tag = '', schema = '' }: Place): unknown {
  const sources = [bySchema[schema], byTag[tag], common]
  return sources.find((facts) => facts && field in facts)?.[field]
}
