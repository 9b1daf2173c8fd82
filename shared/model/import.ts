import * as z from 'zod/mini'
import { deliveryEdit, newDelivery } from './delivery-form.ts'
import { importColumnNames } from './exchange-columns.ts'
import { externalId, id, idInAnswer, isId, list, requiredText, text } from './fields.ts'
import { lazy } from './lazy.ts'
import { patientEdit } from './patient.ts'

/** The most rows in one request. */
export const importRowsLimit = 100

/**
 * A row from which a delivery is imported: the fields of the delivery form, and the patient by `patient_id`, by
 * `patient_external_id` or by the details in `patient`. Fields may be missing if the row edits an existing delivery.
 */
export const importedDelivery = lazy(() =>
  z.extend(z.omit(deliveryEdit(), { refresh_patient: true }), {
    /** Only for a row that creates a delivery. */
    status: z.optional(newDelivery().shape.status),
    patient_external_id: z.optional(externalId()),
    patient: z.optional(patientEdit()),
  }),
)
export type ImportedDelivery = z.output<ReturnType<typeof importedDelivery>>

/**
 * Accepts any object as a row, so that one wrong row doesn't make the whole request fail. The operation validates each row by the
 * same schema and returns its problems.
 */
const judgedAlone = <Row extends z.ZodMiniType>(row: Row) => z.union([row, z.record(z.string(), z.unknown())])
export const deliveryRow = lazy(() => judgedAlone(importedDelivery()))
export const patientRow = lazy(() => judgedAlone(patientEdit()))

const importOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    rows: list(row, { limit: importRowsLimit, noun: 'rows', needed: 'Send at least one row' }),
    /** If true, nothing is written, and the response says what would happen to each row. */
    dry_run: z._default(z.boolean('Must be true or false'), false),
    /** The import to which the rows belong. The events that the rows cause record this id. */
    import_id: z.optional(id().check(z.refine(isId, 'Must be an id'))),
  })

export const deliveryImport = lazy(() => importOf(deliveryRow()))
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

/** A user's choice of columns for one file: which column contains which field. */
export const importColumns = lazy(() =>
  z.object({
    kind: importKind(),
    /** The headings of the file. A later import of a file with these headings finds the choice again. */
    heads: list(text(headingLengthLimit), {
      limit: headingsLimit,
      noun: 'heads',
      needed: 'Send at least one column heading',
    }),
    /** The heading of each field's column. Fields without a column are left out. */
    columns: z.partialRecord(importField(), text(headingLengthLimit)),
  }),
)
export type ImportColumns = z.output<ReturnType<typeof importColumns>>

/** The most recent choices of columns, newest first. */
export const keptColumns = lazy(() => z.array(importColumns()))

export const columnsQuery = lazy(() => z.object({ kind: importKind() }))
