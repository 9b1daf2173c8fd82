import * as z from 'zod/mini'
import { deliveryEdit, newDelivery } from './delivery.ts'
import { importHeads } from './exchange-columns.ts'
import { answeredId, externalId, id, isId, list, requiredText, text } from './fields.ts'
import { lazy } from './lazy.ts'
import { patientEdit } from './patient.ts'

/** Rows that one call takes. */
export const importLimit = 100

/** A delivery's row: what the form takes, and for whom it is, in one of three ways. All of it may be left out of a row that is known. */
export const importedDelivery = lazy(() =>
  z.extend(z.omit(deliveryEdit(), { refresh_patient: true }), {
    /** Of a delivery that the row adds. */
    status: z.optional(newDelivery().shape.status),
    patient_external_id: z.optional(externalId()),
    patient: z.optional(patientEdit()),
  }),
)
export type ImportedDelivery = z.output<ReturnType<typeof importedDelivery>>

/**
 * A row as it should be, or one with anything in its fields: what is wrong with it is answered about it, by the same schemas, and the
 * others go on. So it must not refuse the call.
 */
const judgedAlone = <Row extends z.ZodMiniType>(row: Row) => z.union([row, z.record(z.string(), z.unknown())])
export const deliveryRow = lazy(() => judgedAlone(importedDelivery()))
export const patientRow = lazy(() => judgedAlone(patientEdit()))

const importOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({
    rows: list(row, { limit: importLimit, noun: 'rows', needed: 'Send at least one row' }),
    /** Answers what would become of each row, and writes nothing. */
    dry_run: z._default(z.boolean('Must be true or false'), false),
    /** Of the import that the rows belong to: their events have it. */
    import_id: z.optional(id().check(z.refine(isId, 'Must be an id'))),
  })

export const deliveryImport = lazy(() => importOf(deliveryRow()))
export const patientImport = lazy(() => importOf(patientRow()))

export const importOutcome = lazy(() => z.enum(['added', 'updated', 'unchanged']))
export type ImportOutcome = z.output<ReturnType<typeof importOutcome>>

/** A field of a row that is wrong, in the words of the form; of a row that is refused as a whole, `loc` is empty. */
export const rowProblem = lazy(() => z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() }))

/** `id` is null for what a dry run would have added. */
export const importedRow = lazy(() =>
  z.object({ ok: z.literal(true), outcome: importOutcome(), id: z.nullable(answeredId()) }),
)
export const refusedRow = lazy(() => z.object({ ok: z.literal(false), detail: z.array(rowProblem()) }))

/** What became of each row, in the order in which they were sent. */
export const importResults = lazy(() => z.array(z.union([importedRow(), refusedRow()])))
export type ImportResult = z.output<ReturnType<typeof importResults>>[number]

/** Rows that a file may have. */
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

/** Columns that a file may have for its choice to be kept. */
export const headsLimit = 100
/** Of a head, what is kept. */
export const headLimit = 80

/** What a column can hold: a field of a delivery's row, or of a patient's. */
export const importField = lazy(() => z.enum(Object.keys({ ...importHeads.patients, ...importHeads.deliveries })))

/** Which columns of a file have which fields. */
export const importColumns = lazy(() =>
  z.object({
    kind: importKind(),
    /** The heads of the file's columns: by them the choice is found again. */
    heads: list(text(headLimit), { limit: headsLimit, noun: 'heads', needed: 'Send at least one head' }),
    /** The head of each field's column. A field without a column is left out. */
    columns: z.partialRecord(importField(), text(headLimit)),
  }),
)
export type ImportColumns = z.output<ReturnType<typeof importColumns>>

/** The choices that were made last, the newest first. */
export const keptColumns = lazy(() => z.array(importColumns()))

export const columnsQuery = lazy(() => z.object({ kind: importKind() }))
