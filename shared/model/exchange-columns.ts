import { paperFormNames } from '../rules/needs.ts'
import { externalIdLabel } from './fields.ts'

// The columns of exported and imported tables, in their order, by field. The forms on the screen use the same labels.

export const patientColumnNames = {
  external_id: externalIdLabel,
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  address: 'Address',
  apt_suite_building: 'Apt/Suite/Building',
  city: 'City',
  state: 'State',
  zip_code: 'ZIP Code',
  is_business_address: 'Business Address',
  access_notes: 'Access Notes',
  language: 'Language',
  time_range: 'Usual Time Range',
  require_photo_id: 'Photo ID required',
  notices: 'Delivery Updates',
  known_patient: 'Had deliveries before Carelane',
} as const
export type PatientColumn = keyof typeof patientColumnNames

/** The columns that a delivery copies from its patient. A field without a copy in the delivery has to be left out here. */
const { external_id: _id, name: _name, known_patient, notices: _notices, ...others } = patientColumnNames
const { language: _language, time_range: _range, require_photo_id: _photo, ...ofPatient } = others
const { email: _email, ...sharedPatientColumns } = ofPatient

export const rxColumnNames = {
  rx_number: 'RX Number',
  rx_date: 'RX Date',
  copay: 'Copay ($)',
  fill_date: 'Fill Date',
  fill_number: 'Fill Number',
} as const

export const skuColumnNames = {
  sku_number: 'SKU Number',
  quantity: 'Quantity',
  price: 'Price ($)',
} as const

/** The columns of a delivery's own fields, without those of its patient, prescriptions and items. */
export const deliveryColumnNames = {
  delivery_date: 'Delivery Date',
  time_range: 'Time Range',
  language: 'Language',
  delivery_notes: 'Delivery Notes',
  require_photo_id: 'Photo ID required',
  refrigerated: 'Refrigerated',
  collect_copay: 'Collect copay',
  signature_required: 'Signature required',
  ...paperFormNames,
} as const

/**
 * The columns of a table of deliveries, each with its patient. The patient's columns, which the delivery copies, have the same
 * names as in a table of patients, apart from the name; the `external_id` is the delivery's. If a delivery has several
 * prescriptions or items, its first row has the first prescription and the first item, its second row has the second ones, and so
 * on.
 */
export const deliveryRowColumnNames = {
  external_id: externalIdLabel,
  patient_name: 'Patient Name',
  ...ofPatient,
  ...deliveryColumnNames,
  ...rxColumnNames,
  ...skuColumnNames,
  patient_external_id: 'Patient External ID',
} as const
export type DeliveryColumn = keyof typeof deliveryRowColumnNames

/** Columns that only imports read, because other systems may store the parts of a name separately. */
const ofOtherSystems = {
  first_name: 'First Name',
  middle_name: 'Middle Name',
  last_name: 'Last Name',
  name_suffix: 'Suffix',
} as const

export const importColumnNames = {
  patients: { ...patientColumnNames, ...ofOtherSystems },
  deliveries: { ...deliveryRowColumnNames, known_patient, ...ofOtherSystems },
} as const

/** Facts of a delivery that an import remembers for all rows of files that lack them. */
export const rememberedFieldNames = {
  time_range: deliveryColumnNames.time_range,
  pharmacist_id: 'Pharmacist',
  language: deliveryColumnNames.language,
  require_photo_id: deliveryColumnNames.require_photo_id,
  refrigerated: deliveryColumnNames.refrigerated,
  collect_copay: deliveryColumnNames.collect_copay,
  signature_required: deliveryColumnNames.signature_required,
  ...paperFormNames,
} as const

/** Fields that can have one value for all rows of an imported file that lacks them. */
export const sameFieldNames = {
  delivery_date: deliveryColumnNames.delivery_date,
  ...rememberedFieldNames,
  delivery_notes: deliveryColumnNames.delivery_notes,
  ...sharedPatientColumns,
  known_patient,
} as const
