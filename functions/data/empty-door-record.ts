/** The door record of a delivery that has not reached a door yet, or that is older than door records. */
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
