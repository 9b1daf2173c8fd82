import * as z from 'zod/mini'
import { isShortenedNumber, shortenedNumberText } from '../rules/external-ids.ts'
import { deliveryEdit, deliveryRowsLimit, newDelivery, rxNumber, rxRow } from './delivery-form.ts'
import { importColumnNames, rememberedFieldNames } from './exchange-columns.ts'
import { externalId, id, idInAnswer, isId, list, requiredText, text } from './fields.ts'
import { lazy } from './lazy.ts'
import { patientEdit } from './patient.ts'
import { objectKeys, toOptionalFields } from './shapes.ts'

/** The most rows in one request. */
export const importRowsLimit = 100

const notShortened = z.refine<string>((value) => !isShortenedNumber(value), shortenedNumberText)
const importedId = () => z.optional(externalId().def.innerType.check(notShortened, z.meta({ doc: 'imported id' })))

const decision = () => z.optional(z.boolean('Must be true or false'))

/** What a row decides about a patient who is in the directory already. Without these decisions, such a row is rejected. */
const patientDecisions = () => ({
  /** Gives the patient with this external ID the name in the row. */
  rename: decision(),
  /** The patient of this name and address is meant, and gets the phone number in the row. */
  same_patient: decision(),
  /** Someone else is meant than the patient who looks alike. */
  new_patient: decision(),
})

/** The patient of a row. Fields may be missing if the patient is in the directory already. */
export const describedPatient = lazy(() => z.extend(patientEdit(), { external_id: importedId() }))

/** A row from which a patient is imported. Fields may be missing if the row edits an existing patient. */
export const importedPatient = lazy(() => z.extend(describedPatient(), patientDecisions()))

/** A prescription of a row. Of a prescription that the delivery has already, fields that are missing here keep their values. */
export const importedRx = lazy(() => z.extend(toOptionalFields(rxRow()), { rx_number: rxNumber().check(notShortened) }))
export type ImportedRx = z.output<ReturnType<typeof importedRx>>

/**
 * A row from which a delivery is imported: the fields of the delivery form, and the patient by `patient_id`, by
 * `patient_external_id` or by the details in `patient`. Fields may be missing if the row edits an existing delivery.
 */
export const importedDelivery = lazy(() =>
  z.extend(z.omit(deliveryEdit(), { refresh_patient: true }), {
    external_id: importedId(),
    /** Only for a row that creates a delivery. */
    status: z.optional(newDelivery().shape.status),
    patient_external_id: importedId(),
    patient: z.optional(describedPatient()),
    rx_information: z.optional(list(importedRx(), deliveryRowsLimit)),
    ...patientDecisions(),
  }),
)
export type ImportedDelivery = z.output<ReturnType<typeof importedDelivery>>

/** The problem of a row whose external ID belongs to someone with another name. */
export const otherNameText = (name: string) => `This ID belongs to ${name}.`

/** The problem of a row that differs from a patient of the directory in the phone number or in the address alone. */
export const looksLikeText = (name: string, differs: 'phone number' | 'address') =>
  `This looks like ${name}, whose ${differs} is different`

/** What a rejected row asks about: whose ID it has, whom it means, or whether a package that is out gets a second one. */
export type ImportQuestion = 'rename' | 'alike' | 'out'

const questions: readonly { question: ImportQuestion; text: RegExp }[] = [
  { question: 'rename', text: /^This ID belongs to .+\.$/ },
  { question: 'alike', text: /^This looks like .+, whose (phone number|address) is different$/ },
  { question: 'out', text: /^A delivery that is .+ cannot be edited$/ },
]

/** Returns what a rejected row asks about, or undefined if no decision helps it. */
export const questionOf = (detail: readonly { msg: string }[]): ImportQuestion | undefined =>
  detail.length === 1 ? questions.find(({ text }) => text.test(detail[0]?.msg ?? ''))?.question : undefined

/**
 * Accepts any object as a row, so that one wrong row doesn't make the whole request fail. The operation validates each row by the
 * same schema and returns its problems.
 */
const judgedAlone = <Row extends z.ZodMiniType>(row: Row) => z.union([row, z.record(z.string(), z.unknown())])
export const deliveryRow = lazy(() => judgedAlone(importedDelivery()))
export const patientRow = lazy(() => judgedAlone(importedPatient()))

const importOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    rows: list(row, { limit: importRowsLimit, noun: 'rows', needed: 'Send at least one row' }),
    /** If true, nothing is written, and the response says what would happen to each row. */
    dry_run: z._default(z.boolean('Must be true or false'), false),
    /** The import to which the rows belong. The events that the rows cause record this id. */
    import_id: z.optional(id().check(z.refine(isId, 'Must be an id'))),
  })

export const deliveryImport = lazy(() =>
  z.extend(importOf(deliveryRow()), {
    /**
     * `new`: new prescriptions for a package that is out already become a new delivery. Without it, such a row is rejected,
     * because the delivery cannot be edited.
     */
    when_out: z.optional(z.literal('new', 'Must be new')),
  }),
)
export const patientImport = lazy(() => importOf(patientRow()))

export const importOutcome = lazy(() => z.enum(['added', 'updated', 'unchanged']))
export type ImportOutcome = z.output<ReturnType<typeof importOutcome>>

/** A problem of a row, in the words of the form. `loc` is empty if the problem concerns the row as a whole. */
export const rowProblem = lazy(() => z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() }))

/** An accepted row. `id` is null if a dry run would have created the object. */
export const importedRow = lazy(() =>
  z.object({ ok: z.literal(true), outcome: importOutcome(), id: z.nullable(idInAnswer()) }),
)
export const refusedRow = lazy(() => z.object({ ok: z.literal(false), detail: z.array(rowProblem()) }))

/** The result for each row, in the order of the request. */
export const importResults = lazy(() => z.array(z.union([importedRow(), refusedRow()])))
export type ImportResult = z.output<ReturnType<typeof importResults>>[number]

/** The most rows that a file may have. */
export const fileRowsLimit = 10_000

export const importKind = lazy(() => z.enum(['deliveries', 'patients'], 'Must be deliveries or patients'))
export type ImportKind = z.output<ReturnType<typeof importKind>>

/** A file that is about to be imported. */
export const importedFile = lazy(() =>
  z.object({
    kind: importKind(),
    file_name: requiredText('File name is required'),
    rows: z
      .number('Must be a number')
      .check(
        z.gte(1, 'Must be at least 1'),
        z.lte(fileRowsLimit, `Must be at most ${fileRowsLimit}`),
        z.refine(Number.isInteger, 'Must be a whole number'),
        z.meta({ type: 'integer' }),
      ),
  }),
)

/** A user's choice of columns is stored only if the file has at most this many columns. */
export const headingsLimit = 100
/** A choice of columns stores only this many characters of each heading. */
export const headingLengthLimit = 80

/** The fields that a column can contain, of a delivery or of a patient. */
export const importField = lazy(() =>
  z.enum(Object.keys({ ...importColumnNames.patients, ...importColumnNames.deliveries })),
)

/** The fields whose value for all rows of a file is remembered. */
export const rememberedField = lazy(() => z.enum(objectKeys(rememberedFieldNames)))

/** The fields with dates, and whether the day or the month comes first in them. */
export const dayField = lazy(() => z.enum(['delivery_date', 'rx_date', 'fill_date']))
export const dayMonthOrder = lazy(() => z.enum(['month', 'day'], 'Must be month or day'))

/** The most characters of a remembered value: those of an id. */
const idLength = 36

/** The most columns that one field may have. */
const columnsOfFieldLimit = 20

/** A user's choice of columns for one file: which columns contain which field. */
export const importColumns = lazy(() =>
  z.object({
    kind: importKind(),
    /** The headings of the file. A later import of a file with these headings finds the choice again. */
    heads: list(text(headingLengthLimit), {
      limit: headingsLimit,
      noun: 'heads',
      needed: 'Send at least one column heading',
    }),
    /** The headings of each field's columns. Fields without a column are left out. */
    columns: z.partialRecord(
      importField(),
      list(text(headingLengthLimit), { limit: columnsOfFieldLimit, noun: 'columns' }),
    ),
    /** The values of fields that are the same for all rows, because the file lacks them. */
    same: z._default(z.partialRecord(rememberedField(), z.union([z.boolean(), text(idLength)])), {}),
    /** How dates are read that could be read in both ways. */
    orders: z._default(z.partialRecord(dayField(), dayMonthOrder()), {}),
  }),
)
export type ImportColumns = z.output<ReturnType<typeof importColumns>>

/** The most recent choices of columns, newest first. */
export const rememberedColumns = lazy(() => z.array(importColumns()))

export const columnsQuery = lazy(() => z.object({ kind: importKind() }))
