export const paperFormKeys = ['hipaa_form', 'lien_form', 'nf_aob_form'] as const
type DeliveryForm = (typeof paperFormKeys)[number]

export const paperFormNames = {
  hipaa_form: 'HIPAA form',
  lien_form: 'Lien form',
  nf_aob_form: 'NF AOB form',
} as const satisfies Record<DeliveryForm, string>

interface Needing extends Record<DeliveryForm, boolean> {
  require_photo_id: boolean
  refrigerated: boolean
  signature_required: boolean
}

/** Returns a delivery's needs at the door, according to its flags: the photo ID, cooling, the signature and the paper forms. */
export const doorNeedsOf = (delivery: Needing) => ({
  photo_id: delivery.require_photo_id,
  refrigerated: delivery.refrigerated,
  signature: delivery.signature_required,
  forms: paperFormKeys.filter((form) => delivery[form]),
})
