const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/**
 * Examples of the first requests that a program sends, by the names of their schemas. For all other requests, API tools make up
 * examples from the schemas.
 */
export const requestExamples: Readonly<Record<string, object>> = {
  Credentials: { email: 'admin@demo.carelane.example', password: 'Carelane-Demo-2026' },
  RefreshRequest: { refresh_token: 'v1.5f1a8b0e.c2VjcmV0' },
  NewPatient: {
    name: 'Eleanor Whitfield',
    phone: '(555) 010-0101',
    address: '18 Orchard Lane',
    city: 'New Haven',
    state: 'CT',
    zip_code: '06511',
    access_notes: 'Gate code 4711#.',
  },
  NewDelivery: {
    patient_id: '1c9e6f42-0d3b-4a57-8b6c-2e4f6a8b0c1d',
    pharmacist_id: '9a6c1d2e-7b34-4c58-8e9f-0a1b2c3d4e5f',
    delivery_date: '2026-11-23',
    time_range: '09:00-12:00',
    delivery_notes: 'Ring twice, please.',
    rx_information: [{ rx_number: 'RX-204518', rx_date: '2026-11-20', fill_date: '2026-11-20', copay: 12.5 }],
    sku_information: [{ sku_number: 'Lisinopril 10 mg', quantity: 1, price: 8.49 }],
  },
  StatusChange: { status: 'failed', notes: 'Rang twice.' },
  Completion: {
    patient_signature: pixel,
    signer_name: 'Eleanor Whitfield',
    signer_relationship: 'patient',
    hipaa_form_outcome: 'given',
    counseling_outcome: 'accepted',
    payment_method: 'card',
    amount: 12.5,
  },
}
