import { notesLimit, textLimit } from '../model/fields.ts'

const listRule = (limit: number) => `Spaces allowed, at most ${limit} characters in total.`

/**
 * The texts that the OpenAPI document has about fields. A schema names its text with `z.meta({ doc: 'day' })`, so that pages, which
 * load the schemas, do not load the texts.
 */
export const fieldDocs: Readonly<Record<string, string>> = {
  day: 'A calendar date.',
  'day or none': 'A calendar date; empty for none.',
  'time zone': 'The name of a time zone in the IANA database.',
  'time range':
    'One of the organization’s time ranges, which `listTimeRanges` returns. A delivery keeps the range that it has.',
  'time range or none': 'One of the organization’s time ranges; empty for none.',
  'page limit': 'Rows per page: at most 200; by default 50 on most lists.',
  'page cursor': 'Where the page starts, taken from the previous page’s `Link`. Only the same organization can use it.',
  state: 'Two letters, such as `CT`.',
  'amount as text': 'A number as text; anything else counts as 0.',
  'new password': 'Common words and patterns, such as `password` or `qwerty`, are refused.',
  'link token': 'From the link in an email or, for `setPassword`, from the response to `verifyEmail`.',
  'unused seconds': 'How long ago the page was last used. The session counts as used at that time, not now.',
  'business types': `A comma-separated list. ${listRule(textLimit)}`,
  'activity.patient_id': 'Events about one patient.',
  'activity.actor_id': 'Events by one user or API key: its id, or `null` for Carelane itself and for recipients.',
  'activity.subject_id': 'Events about one record.',
  'activity.action': `A comma-separated list; returns events with any of these actions. ${listRule(notesLimit)}`,
  'activity.kind': '`looks`: views that changed nothing. `changes`: everything else.',
  'activity.from': 'The first day.',
  'activity.to': 'The last day.',
  'permissions.product_key': 'Permissions of one product; an unknown or empty key returns none.',
  'deliveries.status': `A comma-separated list; returns deliveries with any of these statuses. ${listRule(textLimit)}`,
  'deliveries.pharmacist_id': 'The id of the assigned user, or `null` for unassigned deliveries.',
  'deliveries.patient_id':
    'Deliveries of one patient. Use alone, with `delivery_date`, or with one of the two patient views.',
  'deliveries.delivery_date':
    'The delivery date. Without `limit`, the whole day is returned at once, up to 500 deliveries.',
  'deliveries.from': 'The first delivery date of a range.',
  'deliveries.to': 'The last delivery date of a range.',
  'deliveries.view':
    'Current deliveries are sorted soonest first, past ones latest first. `attention` lists what needs action, most urgent first, for callers who manage deliveries. `upcoming` and `earlier` list one patient’s deliveries.',
  'deliveries.today':
    'The date that `view` starts from: the caller’s own. The default is today in the organization’s time zone.',
  'slip.code': 'The URL in the slip’s QR code, the code printed below it, or the last ten characters of either.',
  'search.q':
    'The start of any word in a patient’s details, of a prescription number or of a delivery id; or a slip’s code or URL.',
  'patients.q':
    'Words that must all occur in the name, phone, email, city or ZIP code, or a patient’s external ID, which comes first. Accents, apostrophes and punctuation don’t count. Blank lists everyone by name.',
  'export.q': 'The patient search text. Blank for all patients.',
  'day.date': 'The default is today in the organization’s time zone.',
  'imported id': 'Not a number that a spreadsheet has shortened, such as `1.23457E+12`.',
  'prescription.rx_number': 'A prescription number. Case, spaces and leading zeros are ignored.',
}
