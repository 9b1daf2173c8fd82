import { splitPhoneExtension } from '#shared/rules/phone-number.ts'
import type { ImportRow } from './import-rows.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/**
 * Moves the extension of a row's phone number into the access notes, where drivers look for it. If the row has no access notes,
 * `known` are the notes of the patient in the directory, which it adds to.
 */
export function moveExtension(row: ImportRow, known = ''): ImportRow {
  const split = splitPhoneExtension(textOf(row.phone))
  if (!split) return row
  const notes = textOf(row.access_notes) || known
  const extension = `Phone extension ${split.extension}`
  const isNoted = notes.split(', ').includes(extension)
  return { ...row, phone: split.phone, access_notes: isNoted ? notes : [notes, extension].filter(Boolean).join(', ') }
}
