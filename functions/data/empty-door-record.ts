/** The fields of a new delivery that record its completion at the door, all null because nothing is recorded yet. */
export const emptyDoorRecord = {
  signer_name: null,
  signer_relationship: null,
  photo_id: null,
  hipaa_form_outcome: null,
  hipaa_form_reason: null,
  counseling_outcome: null,
  signature_method: null,
  signature_quality: null,
  captured_at: null,
  call_back_due_at: null,
  signature_sha256: null,
  strokes_key: null,
  strokes_sha256: null,
  photo_sha256: null,
}
