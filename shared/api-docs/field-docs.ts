import { notesLimit, textLimit } from '../model/fields.ts'

const betweenCommas = (limit: number) =>
  `Between commas, around which blanks are allowed, in at most ${limit} characters`

/**
 * The texts that the OpenAPI document has about fields. A schema names its text with `z.meta({ doc: 'day' })`, so that pages, which
 * load the schemas, do not load the texts.
 */
export const fieldDocs: Readonly<Record<string, string>> = {
  day: 'A day of the calendar.',
  'day or none': 'A day of the calendar; empty for none.',
  'time zone': 'The name of a time zone in the IANA database.',
  'page limit': 'Rows of a page: at most 200, and on most lists 50 if it is left out.',
  'page cursor': 'Where a page begins, from the `Link` of the page before. Only its organisation can use it.',
  state: 'Two letters, such as `CT`.',
  'amount as text': 'A number as text; what is none counts as 0.',
  'new password': 'Common words and patterns, such as `password` or `qwerty`, are refused.',
  'link token': 'From the link of a mail or, for `setPassword`, from the response to `verifyEmail`.',
  'unused seconds': 'How long ago somebody used the page: the session was used then, not only now.',
  'business types': `${betweenCommas(textLimit)}.`,
  'activity.patient_id': 'What concerns one patient.',
  'activity.actor_id':
    'What one person or program did: the id of a user or of an API key, or `null` for Carelane itself and for recipients.',
  'activity.subject_id': 'What was done to one thing.',
  'activity.action': `${betweenCommas(notesLimit)}: any of these.`,
  'activity.kind': '`looks`: what somebody saw and did not change. `changes`: everything else.',
  'activity.from': 'The first day.',
  'activity.to': 'The last day.',
  'permissions.product_key': 'Of one product; an unknown or empty one has none.',
  'deliveries.status': `${betweenCommas(textLimit)}: deliveries of any of these.`,
  'deliveries.pharmacist_id': 'Whose deliveries: the id of a user, or `null` for those of nobody.',
  'deliveries.patient_id':
    'Of one patient; alone, or together with `delivery_date` or with one of the two views of a patient.',
  'deliveries.delivery_date': 'The day of the delivery. Without `limit` the whole day comes at once, up to 500.',
  'deliveries.view':
    'Current deliveries come soonest first, past ones latest first. `attention` has what somebody has to see to, most urgent first, for callers who manage deliveries. `upcoming` and `earlier` are those of one patient.',
  'deliveries.today': 'The day that `view` starts from: the caller’s own date, else the organisation’s.',
  'slip.code':
    'The address in the slip’s QR code, the code that is printed below it, or the ten characters with which both end.',
  'search.q':
    'The start of a patient’s words, of a prescription number, or of a delivery’s id; a slip’s code or address.',
  'patients.q': 'Words, all of which stand in the name, phone, e-mail, city or ZIP. Blank: everybody, by name.',
  'export.q': 'What the patients are searched for. Blank: everybody.',
  'day.date': 'By default the organisation’s today.',
  'prescription.rx_number': 'A prescription number, compared without case, blanks and leading zeros.',
}
