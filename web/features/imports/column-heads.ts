import { importColumnNames } from '#shared/model/exchange-columns.ts'
import type { ImportKind } from '#shared/model/import.ts'
import { objectKeys } from '#shared/model/shapes.ts'

type DeliveryField = keyof typeof importColumnNames.deliveries
type PatientField = keyof typeof importColumnNames.patients
export type ImportField = DeliveryField | PatientField

const names =
  'name fullname namelastfirst lastfirst fullnamelastthenfirst fullnamelastfirst fullnamefirstthenlast recipientsnames'
const patientIds =
  'patientid patientnumber patientaccount patientaccountnumber patientcode patientserialnumber patid patnumber ptid ptnumber mrn personid customerid customernumber custid clientid chartnumber'

/**
 * Names that other systems give the columns, in the form that `bareHead` gives them, the most specific first. Names of a patient's
 * facts are here without `patient` and the like at their beginning.
 */
const usualHeads: Readonly<Partial<Record<ImportField, string>>> = {
  name: names,
  patient_name: names,
  patient_external_id: patientIds,
  first_name: 'firstname first fname givenname given forename namefirst',
  middle_name: 'middlename middle mname middleinitial mi minit namemiddle',
  last_name: 'lastname last lname surname familyname namelast',
  name_suffix: 'namesuffix suffix',
  phone:
    'cell cellphone cellnumber cellphonenumber cellular mobile mobilephone mobilenumber mobilephonenumber phonecell phonemobile smsnumber phone phonenumber telephone telephonenumber tel telnumber mainphone phone1 phonenumber1 contactnumber homephone homephonenumber phonehome dayphone daytimephone eveningphone workphone workphonenumber phonework businessphone phone2 phonenumber2 altphone alternatephone alternativephone secondaryphone otherphone recipientsnumbers',
  email: 'email emailaddress emailid',
  address:
    'address address1 addressline1 addressline line1 street streetaddress street1 streetline1 addr addr1 addrline1 addressstreet',
  apt_suite_building:
    'aptsuitebuilding apt aptnumber aptsuite aptunit suite ste unit unitnumber apartment apartmentnumber address2 addressline2 line2 street2 streetline2 addr2 addrline2 building bldg floor room roomnumber address3 addressline3 addr3',
  city: 'city town cityname addresscity',
  state: 'state st statecode stateprovince stateabbreviation province addressstate',
  zip_code: 'zipcode zip postalcode postal postcode zip5 zippostalcode addresszip addresszipcode',
  is_business_address: 'business commercial commercialaddress isbusiness',
  access_notes:
    'accessnotes addressnotes destinationnotes gatecode accesscode entrynotes entrycode doorcode buzzer buzzercode buzzcode gate',
  delivery_date:
    'deliverydate deliverdate deliveron deliverydatetime scheduleddeliverydate scheduleddate scheduledfor deliverby deliverbydate shipdate promisedate promiseddate promisedatetime datepromised routedate requesteddate duedate needbydate neededby date',
  time_range:
    'timewindow deliverywindow window timeslot deliveryslot slot timerange deliverytime deliverbytime scheduledtime promisetime promisedtime timepromised deliverytimewindow preferredtime time',
  language: 'preferredlanguage language lang preferredlang primarylanguage',
  delivery_notes:
    'deliverynotes deliverynote deliveryinstructions deliverycomments deliverycomment specialinstructions driverinstructions taskdetails dropoffinstructions dropoffnotes recipientnotes instructions drivernotes notes note comments comment remarks memo',
  require_photo_id: 'photoid idrequired requirephotoid checkid idcheck',
  refrigerated:
    'fridge refrigerate cold coldchain coldstorage fridgeitem refrigeration isrefrigerated requiresrefrigeration refrigerationrequired needsrefrigeration',
  collect_copay: 'collect cod collectpayment',
  signature_required: 'signature sigrequired sigreq signaturereq requiresignature requiressignature',
  notices:
    'notifications notification notify notificationpreference contactpreference preferredcontact deliveryupdates updates',
  known_patient: 'knownpatient existingpatient priordelivery priordeliveries haddeliveries hipaaonfile hipaa',
  rx_number: 'rxnumber rx rxnumbers rxs prescriptionnumber prescription prescriptions script scriptnumber',
  rx_date: 'datewritten writtendate rxdate rxwrittendate prescriptiondate datewrote',
  copay:
    'copay copayamount copayment copaytotal totalcopay patientcopay patcopay ptcopay patientpay patpay ptpay patientpayamount patpayamount patientpaidamount patientpaid patpaid patientamount patientportion patientresponsibility amountdue amtdue balancedue collectamount amounttocollect codamount',
  fill_date:
    'datefilled dateoffill filled filldate rxfilldate lastfilldate lastfilled dispensed dispensedate dispenseddate datedispensed',
  fill_number: 'fillnumber refillnumber refill fill rxfillnumber rxrefillnumber',
  sku_number: 'sku skunumber item itemnumber productcode',
  quantity: 'qty',
  price: 'price unitprice itemprice',
}

/** The parts of a name that other systems store in columns of their own, in their order. */
export const namePartFields: readonly ImportField[] = ['first_name', 'middle_name', 'last_name', 'name_suffix']

const deliveryIds = 'orderid ordernumber deliveryid deliverynumber deliveryticket ticketnumber shipmentid'

/** Facts of patients, whose heads may begin with words for the patient. Where the address is to deliver to comes first. */
const ofPatient: readonly ImportField[] = [
  ...(['name', 'patient_name', 'first_name', 'middle_name', 'last_name', 'name_suffix', 'phone', 'email'] as const),
  ...(['address', 'apt_suite_building', 'city', 'state', 'zip_code', 'access_notes', 'language'] as const),
]
const prefixes =
  'delivery deliverto deliver shipto shipping ship dest destination dropoff recipient patients patient resident pat pt customer cust client person contact primary home residence mailing'.split(
    ' ',
  )

/** Heads that say no more than who is meant. */
const whoAlone = ['patient', 'customer', 'recipient', 'client']

/** Short forms that pharmacy systems use in heads, and what they mean. */
const shortForms: readonly (readonly [RegExp, string])[] = [
  [/(.)(?:nos?|nums?|nbr|nmbr|nr|numb)$/, '$1number'],
  [/(.)dt$/, '$1date'],
  [/(.)tm$/, '$1time'],
  [/(.)amt$/, '$1amount'],
  [/^(?:deliv|delv|dlvry|dlvr|dlv|del)(?=date|time)/, 'delivery'],
]

/** Normalises the head of a column: ignores case, blanks and separators, and writes `#`, `no`, `dt` and the like as words. */
function bareHead(head: string): string {
  const bare = head
    .normalize('NFKD')
    .toLowerCase()
    .replace(/#|№/g, 'number')
    .replace(/[^a-z0-9]/g, '')
  return shortForms.reduce((text, [form, word]) => text.replace(form, word), bare)
}

const wordsOf = (text: string) => text.split(' ').filter(Boolean)

function usualHeadsOf(kind: ImportKind, field: ImportField): readonly string[] {
  const own: Readonly<Partial<Record<ImportField, string>>> = importColumnNames[kind]
  const usual = field === 'external_id' ? (kind === 'patients' ? patientIds : deliveryIds) : usualHeads[field]
  return [bareHead(own[field] ?? field), bareHead(field), ...wordsOf(usual ?? '')]
}

/** How much worse a head is for a field because of the words before it. */
const prefixRank = 1000

/**
 * Returns how well a head fits a field, 0 being best; undefined if it does not fit. Up to two words for the patient or the delivery
 * may stand before the name of a patient's fact.
 */
function rankOf(kind: ImportKind, field: ImportField, head: string): number | undefined {
  const usual = usualHeadsOf(kind, field)
  const at = usual.indexOf(head)
  if (at >= 0) return at
  if (!ofPatient.includes(field)) return undefined
  if (usual.includes('fullname') && whoAlone.includes(head)) return prefixRank
  const ranks = prefixes.flatMap((prefix, i) => {
    if (!head.startsWith(prefix)) return []
    const rest = head.slice(prefix.length)
    const seconds = prefixes.map((second) => (rest.startsWith(second) ? usual.indexOf(rest.slice(second.length)) : -1))
    const found = [usual.indexOf(rest), ...seconds].filter((index) => index >= 0)
    return found.length > 0 ? [prefixRank * (i + 1) + Math.min(...found)] : []
  })
  return ranks.length > 0 ? Math.min(...ranks) : undefined
}

/** The fields of an import of this kind, in the order of its template. */
export const importFieldsOf = (kind: ImportKind): readonly ImportField[] => objectKeys(importColumnNames[kind])

export const fieldLabelOf = (kind: ImportKind, field: ImportField) => {
  const labels: Readonly<Partial<Record<ImportField, string>>> = importColumnNames[kind]
  return labels[field] ?? field
}

/** Returns the columns whose heads fit a field, the best first. */
export const columnsFor = (kind: ImportKind, field: ImportField, heads: readonly string[]): number[] =>
  heads
    .flatMap((head, at) => {
      const rank = rankOf(kind, field, bareHead(head))
      return rank === undefined ? [] : [{ at, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ at }) => at)

/** The heads of columns whose content the product must not store. */
const birthHead =
  /^(patient|pat|pt|customer|cust|client|person|member)?(dob|dateofbirth|birthdate|birthday|birthdt|bdate|birth)$/

export const isIgnoredColumnHead = (head: string) => birthHead.test(bareHead(head))

/** Heads of columns that have the place in one cell, each with the fields that are taken from it. */
const placeHeads: readonly { fields: readonly ImportField[]; heads: readonly string[] }[] = [
  {
    fields: ['city', 'state', 'zip_code'],
    heads: wordsOf('citystatezip citystatezipcode citystzip csz citystatepostal citystatepostalcode'),
  },
  { fields: ['city', 'state'], heads: wordsOf('citystate cityst') },
  { fields: ['address', 'city', 'state', 'zip_code'], heads: wordsOf('fulladdress addressfull completeaddress') },
]

/** Returns the fields that a column with this head has together, or none if its head is not that of several fields. */
export function placeFieldsOf(head: string): readonly ImportField[] {
  const forms = formsOf(head)
  return placeHeads.find(({ heads }) => forms.some((form) => heads.includes(form)))?.fields ?? []
}

/** A head, and what is left of it without words that say whose place or time it is: `dropoff_window_start`. */
function formsOf(head: string): string[] {
  const bare = bareHead(head)
  return [bare, ...prefixes.filter((word) => bare.startsWith(word)).map((word) => bare.slice(word.length))]
}

/** Returns what a head says of a facility, such as a nursing home: `Fac Address`. */
export const facilityFact = (head: string): string | undefined => /^fac(?:ility)?(.+)$/.exec(bareHead(head))?.[1]

/** Heads of columns with the number of a house, whose street has a column of its own. */
const houseNumbers = wordsOf('housenumber streetnumber addressnumber addressstreetnumber destinationnumber')

export const isHouseNumberHead = (head: string): boolean => houseNumbers.includes(bareHead(head))

/** Heads of the two columns that other systems have for the start and the end of a time range. */
const windowStarts = wordsOf(
  'earliest earliesttime earliestarrival starttime timestart fromtime timefrom windowstart windowfrom timewindowstart timewindowfrom deliverywindowstart deliverywindowfrom deliverystarttime slotstart completeafter completeaftertime deliverafter notbefore',
)
const windowEnds = wordsOf(
  'latest latesttime latestarrival endtime timeend totime timeto windowend windowto timewindowend timewindowto deliverywindowend deliverywindowto deliveryendtime slotend completebefore completebeforetime deliverbefore notafter',
)

/** Returns the columns with the start and, if there is one, the end of a time range. */
export function windowColumns(heads: readonly string[]): number[] {
  const columnOf = (names: readonly string[]) =>
    heads.findIndex((head) => formsOf(head).some((form) => names.includes(form)))
  const start = columnOf(windowStarts)
  return start < 0 ? [] : [start, columnOf(windowEnds)].filter((at) => at >= 0)
}

const known = new Map<string, boolean>()

/** Whether the text of a cell is a known head of a column. */
export function isKnownColumnHead(cell: string): boolean {
  const head = bareHead(cell)
  const isKnown =
    known.get(head) ??
    (isIgnoredColumnHead(cell) ||
      placeFieldsOf(cell).length > 0 ||
      houseNumbers.includes(head) ||
      formsOf(cell).some((form) => [...windowStarts, ...windowEnds].includes(form)) ||
      (['deliveries', 'patients'] as const).some((kind) =>
        importFieldsOf(kind).some((field) => rankOf(kind, field, head) !== undefined),
      ))
  known.set(head, isKnown)
  return isKnown
}
