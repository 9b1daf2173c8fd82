import type { languages } from '#shared/model/delivery-form.ts'

/** An invented person or business. */
type Neighbour = readonly [
  name: string,
  phone: string,
  address: string,
  apartment: string,
  zip: string,
  business?: true,
]

const neighbours: readonly Neighbour[] = [
  ['Eleanor Whitfield', '(555) 010-0101', '18 Orchard Lane', '', '06511'],
  ['Marcus Oyelaran', '(555) 010-0102', '204 Chapel Street', 'Apt 3B', '06510'],
  ['Rosa Delgado-Marín', '(555) 010-0103', '77 Ferry Street', '', '06513'],
  ['Walter Przybylski', '(555) 010-0104', '1420 Whalley Avenue', 'Unit 12', '06515'],
  ['Hyun-woo Park', '(555) 010-0105', '9 Edgehill Road', '', '06511'],
  ['Beatrice Lindqvist', '(555) 010-0106', '361 Orange Street', 'Apt 2', '06511'],
  ['Samuel Okafor', '(555) 010-0107', '55 Dixwell Avenue', '', '06511'],
  ['Lucia Ferraro', '(555) 010-0108', '12 Wooster Place', '', '06511'],
  ['George Tanaka', '(555) 010-0109', '640 Prospect Street', 'Apt 9', '06511'],
  ['Harborview Assisted Living', '(555) 010-0110', '2 Harbor Court', 'Front desk', '06519', true],
  ['Nadia Rahman', '(555) 010-0111', '88 Howe Street', 'Apt 5C', '06511'],
  ['Thomas Gallagher', '(555) 010-0112', '31 Cold Spring Street', '', '06511'],
  ['Imani Brooks', '(555) 010-0113', '415 Winthrop Avenue', '', '06511'],
  ['Viktor Sokolov', '(555) 010-0114', '7 Linden Street', 'Floor 2', '06511'],
  ['Margaret O’Brien', '(555) 010-0115', '126 Fountain Street', '', '06515'],
  ['Ana Sofía Restrepo', '(555) 010-0116', '53 Blatchley Avenue', 'Apt 1', '06513'],
  ['Deshawn Carter', '(555) 010-0117', '290 Goffe Street', '', '06511'],
  ['Mei-Ling Chow', '(555) 010-0118', '17 Trumbull Street', '', '06511'],
  ['Arthur Pemberton', '(555) 010-0119', '800 Elm Street', 'Suite 210', '06511', true],
  ['Joyce Amankwah', '(555) 010-0120', '44 Sherman Parkway', '', '06511'],
  ['Peter Novak', '(555) 010-0121', '5 Quinnipiac Avenue', '', '06513'],
  ['Leila Haddad', '(555) 010-0122', '232 State Street', 'Apt 8', '06510'],
  ['Frank Castellano', '(555) 010-0123', '19 Court Street', '', '06511'],
  ['Dorothy Nguyen', '(555) 010-0124', '71 Bishop Street', 'Apt 4', '06511'],
  ['Ravi Subramaniam', '(555) 010-0125', '145 Livingston Street', '', '06511'],
  ['Evelyn Hartmann', '(555) 010-0126', '38 Alden Avenue', '', '06515'],
  ['Tobias Freeman', '(555) 010-0127', '611 Ellsworth Avenue', '', '06511'],
  ['Grace Kowalczyk', '(555) 010-0128', '27 Lighthouse Road', '', '06512'],
  ['Isaac Ben-David', '(555) 010-0129', '402 West Rock Avenue', '', '06515'],
  ['Yolanda Simmons', '(555) 010-0130', '93 Clay Street', 'Apt 2R', '06513'],
  ['Olga Petrenko', '(555) 010-0131', '13 Mansfield Street', '', '06511'],
  ['Henry Ashworth', '(555) 010-0132', '256 McKinley Avenue', '', '06515'],
]

/** Residents of one building, of which the pharmacy has yet to say whether it is one stop. */
const residents: readonly Neighbour[] = [
  ['Agnes Moreau', '(555) 010-0133', '90 Sylvan Avenue', 'Room 4', '06519'],
  ['Clarence Dubois', '(555) 010-0134', '90 Sylvan Avenue', 'Room 11', '06519'],
  ['Hana Yoshida', '(555) 010-0135', '90 Sylvan Avenue', 'Room 12', '06519'],
  ['Leopold Kraus', '(555) 010-0136', '90 Sylvan Avenue', 'Room 20', '06519'],
]

/** Two patients who live together. */
const household: readonly Neighbour[] = [
  ['Nora Beaumont', '(555) 010-0137', '62 Canner Street', '', '06511'],
  ['Emil Beaumont', '(555) 010-0138', '62 Canner Street', '', '06511'],
]

const town = { city: 'New Haven', state: 'CT' }

/** Notes for the driver, by the patient's name. */
const accessNotes: Readonly<Record<string, string>> = {
  'Marcus Oyelaran': 'Gate code 4711#, third floor, no elevator.',
  'Walter Przybylski': 'Doorbell is broken. Call from the entrance.',
  'Harborview Assisted Living': 'Ask for the nurse at the front desk. Deliveries until 8 PM.',
  'Imani Brooks': 'Dog in the yard. Wait at the gate.',
  'Dorothy Nguyen': 'Hard of hearing: knock loudly.',
}

const languageOf: Readonly<Record<string, (typeof languages)[number]['value']>> = {
  'Rosa Delgado-Marín': 'spanish',
  'Hyun-woo Park': 'korean',
}

/** Patients who had deliveries before the pharmacy used Carelane. */
const knownPatients: ReadonlySet<string> = new Set(['Olga Petrenko', 'Henry Ashworth', 'Frank Castellano'])

/** What new deliveries to these patients start with. */
const ownNeeds: Readonly<Record<string, { time_range?: string; require_photo_id?: boolean }>> = {
  'Walter Przybylski': { require_photo_id: true },
  'Joyce Amankwah': { time_range: '15:00-18:00' },
}

const patientBody = ([name, phone, address, apt_suite_building, zip_code, business]: Neighbour) => ({
  ...town,
  name,
  phone,
  email: `${name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z ]/g, '')
    .replace(/ +/g, '.')}@example.com`,
  address,
  apt_suite_building,
  zip_code,
  access_notes: accessNotes[name] ?? '',
  notices: 'default' as const,
  language: languageOf[name] ?? ('english' as const),
  time_range: '',
  require_photo_id: false,
  ...ownNeeds[name],
  known_patient: knownPatients.has(name),
  external_id: '',
  is_business_address: business ?? false,
})

/** The demo pharmacy's patients, as bodies of `createPatient`. */
export const demoPatientBodies = neighbours.map(patientBody)
export const demoResidentBodies = residents.map(patientBody)
export const demoHouseholdBodies = household.map(patientBody)

export const demoPassword = 'Carelane-Demo-2026'

/** The people who can sign in, in the order in which `npm start` prints them. */
export const demoStaff = [
  { who: 'administrator', full_name: 'Amelia Hart', email: 'admin@demo.carelane.example', role: undefined },
  { who: 'pharmacist', full_name: 'Daniel Reyes', email: 'pharmacist@demo.carelane.example', role: 'Pharmacist' },
  { who: 'pharmacist', full_name: 'Priya Shah', email: 'priya@demo.carelane.example', role: 'Pharmacist' },
  {
    who: 'delivery',
    full_name: 'Miguel Santos',
    email: 'driver@demo.carelane.example',
    role: 'Delivery Staff',
    phone: '(555) 010-0198',
  },
  {
    who: 'delivery',
    full_name: 'Keisha Brown',
    email: 'keisha@demo.carelane.example',
    role: 'Delivery Staff',
    phone: '(555) 010-0199',
  },
] as const

export const demoLogins = demoStaff.map(({ who, email }) => ({ who, email, password: demoPassword }))
