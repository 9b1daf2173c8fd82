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

/** Returns what the driver must do at the door, according to the delivery's flags. */
export const doorNeedsOf = (delivery: Needing) => ({
  photo_id: delivery.require_photo_id,
  refrigerated: delivery.refrigerated,
  signature: delivery.signature_required,
  forms: paperFormKeys.filter((form) => delivery[form]),
})
