import { completionData, patientBody } from './builders.ts'

/** A body that its route takes, for every built route that takes one and knows its caller. */
export const sampleBodies: Record<string, object> = {
  'POST /api/deliveries': { delivery_date: '2099-01-01', time_range: '09:00-12:00', patient_id: 'p' },
  'PUT /api/deliveries/{id}': { refrigerated: true },
  'PATCH /api/deliveries/{id}/status': { status: 'cancelled' },
  'PATCH /api/deliveries/{id}/completion': completionData,
  'POST /api/deliveries/{id}/photo-upload': { content_type: 'image/jpeg', size: 9 },
  'POST /api/deliveries/patients': patientBody,
  'PUT /api/deliveries/patients/{id}': { ...patientBody, name: 'Changed' },
  'POST /api/users': { full_name: 'New User', email: 'new@example.com' },
  'PUT /api/users/{id}': { full_name: 'Changed' },
  'POST /api/roles': { name: 'New role' },
  'PUT /api/roles/{id}': { name: 'Changed' },
  'POST /api/products/initialize': {},
}
